// Code pages of DOS that TextDecoder does not know; programs still save CSV files in them.

/** The characters from 0x80 on. */
const UPPER = {
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0',
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00AD˝˛ˇ˘§÷¸°¨˙űŘř■\u00A0',
} as const

export type DosPage = keyof typeof UPPER

export const isDosPage = (encoding: string): encoding is DosPage => Object.hasOwn(UPPER, encoding)

/** Decodes bytes of a DOS code page; every byte is a character. */
export function decodeDos(page: DosPage, bytes: Uint8Array): string {
  // Letters replace those of another encoding with one byte for each character.
  return new TextDecoder('windows-1252').decode(bytes).replace(/[^\0-\x7F]/g, upperOf(page))
}

/** Returns a function that translates a character of Windows-1252. */
function upperOf(page: DosPage): (character: string) => string {
  const all = Uint8Array.from({ length: 128 }, (_, at) => at + 128)
  const read = new TextDecoder('windows-1252').decode(all)
  const known = new Map(Array.from(read, (character, at) => [character, UPPER[page][at] ?? character]))
  return (character) => known.get(character) ?? character
}
