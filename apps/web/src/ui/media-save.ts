/** Hands bytes to the browser's downloads under a name. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  // The browser reads the address after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
