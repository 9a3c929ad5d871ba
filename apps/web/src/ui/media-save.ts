/** Starts a browser download of a Blob. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  // The browser reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
