// The encoding that HTML and XHTML declare.

const HEAD_BYTES = 4_096

/** Returns the encodings that a page declares. */
export function declaredIn(bytes: Uint8Array): string[] {
  const start = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1')
  const xml = /^[^<]{0,20}<\?xml[^>]{0,100}encoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})/i.exec(start)?.[1]
  const html = /<meta[^>]{0,200}charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i.exec(start)?.[1]
  return [html, xml].filter((label) => label !== undefined)
}
