/** The files that were picked; the same ones may be picked again. */
export function pickedFiles(input: HTMLInputElement): readonly File[] {
  const files = [...(input.files ?? [])];
  input.value = "";
  return files;
}
