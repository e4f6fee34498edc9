import type { InputHTMLAttributes, Ref } from "react";

/** The picked files; the same ones may be picked again. */
export function pickedFiles(input: HTMLInputElement): readonly File[] {
  const files = [...(input.files ?? [])];
  input.value = "";
  return files;
}

interface Props extends Pick<InputHTMLAttributes<HTMLInputElement>, "accept" | "multiple" | "aria-label"> {
  readonly ref: Ref<HTMLInputElement>;
  readonly onFiles: (files: readonly File[]) => void;
}

/** The browser's file chooser: hidden, it opens by a click on its `ref`. */
export const FileInput = ({ onFiles, ...rest }: Props) => (
  <input {...rest} hidden type="file" onChange={({ target }) => onFiles(pickedFiles(target))} />
);
