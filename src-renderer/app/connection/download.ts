/** Saves what the app's own origin serves at `address`; its headers name the file. */
export function download(address: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  link.click();
}
