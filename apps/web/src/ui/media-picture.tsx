interface MediaPictureProps {
  blob: Blob
  /** Empty where the name is shown next to it. */
  alt?: string
  className?: string | undefined
  onFail?: () => void
}

/** A picture from a Blob in memory. */
export function MediaPicture({ blob, alt = '', className, onFail }: MediaPictureProps) {
  return (
    <img
      alt={alt}
      className={className}
      onError={onFail}
      ref={(picture) => {
        if (!picture) return undefined
        const address = URL.createObjectURL(blob)
        picture.src = address
        return () => URL.revokeObjectURL(address)
      }}
    />
  )
}
