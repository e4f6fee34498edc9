/** Whether the page's own disk took it: false where it is full or shut. */
export function put(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch (error) {
    // Anything else is a fault of ours.
    if (!(error instanceof DOMException)) throw error;
    return false;
  }
}
