// Reads the kind and size of a picture from its first bytes.
export interface PictureSize {
  type: 'png' | 'jpg' | 'gif'
  width: number
  height: number
}

/** Returns undefined for what is no PNG, JPEG or GIF. */
export function sizeOf(data: Uint8Array): PictureSize | undefined {
  if (data.length < 24) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const found = pngOf(view) ?? gifOf(view) ?? jpegOf(view)
  return found && found.width > 0 && found.height > 0 ? found : undefined
}

function pngOf(view: DataView): PictureSize | undefined {
  if (view.getUint32(0) !== 0x89504e47) return undefined
  return { type: 'png', width: view.getUint32(16), height: view.getUint32(20) }
}

function gifOf(view: DataView): PictureSize | undefined {
  if (view.getUint32(0) !== 0x47494638) return undefined
  return { type: 'gif', width: view.getUint16(6, true), height: view.getUint16(8, true) }
}

function jpegOf(view: DataView): PictureSize | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined
  for (let at = 2; at + 9 < view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { type: 'jpg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return undefined
}
