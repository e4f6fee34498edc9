/** Saves the response of the app's own origin at `address`; its headers name the file. */
export function download(address: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  link.click();
}

/** Saves a text from the page as a file. */
export const saveText = (name: string, text: string, type: string): void => saveBlob(name, new Blob([text], { type }));

/** Saves data from the page as a file. */
export function saveBlob(name: string, blob: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has read it by the next task.
  window.setTimeout(() => URL.revokeObjectURL(link.href), 0);
}
