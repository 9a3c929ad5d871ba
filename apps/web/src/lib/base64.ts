/** Returns the bytes of a file as base64. Rejects when it cannot be read, for example because it was moved. */
export function toBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(reader.error ?? new Error('the file could not be read'))
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ''))
    reader.readAsDataURL(file)
  })
}
