/** A picture out of bytes that the page holds; decoration beside its file's name. */
export function BlobPicture({ blob }: { blob: Blob }) {
  return (
    <img
      alt=""
      ref={(picture) => {
        if (!picture) return undefined
        const address = URL.createObjectURL(blob)
        picture.src = address
        return () => URL.revokeObjectURL(address)
      }}
    />
  )
}
