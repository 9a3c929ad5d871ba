import { expect, test } from 'vitest'
import { encode } from '../test/encode.ts'
import { loadDecoder } from './encodings.ts'

const decode = await loadDecoder()

const TEXTS = {
  de: 'Die Straße nach Würzburg ist gesperrt, größere Fahrzeuge müssen über Köln fahren.',
  it: 'La società ha deciso che il caffè è pronto, ma il tè non c’è più; l’attività comincerà martedì.',
  pl: 'Każdy pracownik ma prawo do dwudziestu sześciu dni urlopu w ciągu roku, także w Łodzi.',
  cs: 'Každý zaměstnanec má nárok na pět týdnů dovolené, žádost je třeba podat předem.',
  bg: 'Всеки служител има право на двадесет дни платен отпуск, молбата се подава две седмици по-рано.',
  el: 'Κάθε εργαζόμενος έχει δικαίωμα άδειας τουλάχιστον είκοσι ημερών τον χρόνο.',
  tr: 'Her çalışanın yılda en az on dört gün izin hakkı vardır, başvuru iki hafta önceden yapılmalıdır.',
  zh: '每位员工每年至少有十天的带薪休假，申请应当提前两个星期提交。',
  zht: '每位員工每年至少有十天的帶薪休假，申請應當提前兩個星期提交。',
  ja: 'すべての社員には年に十日以上の有給休暇があります。申請は二週間前までに提出してください。',
  ko: '모든 직원은 일 년에 최소 열다섯 날의 휴가를 받을 수 있습니다.',
}

test.each<[keyof typeof TEXTS, string]>([
  ['de', 'windows-1252'],
  ['it', 'windows-1252'],
  ['de', 'macintosh'],
  ['pl', 'windows-1250'],
  ['cs', 'iso-8859-2'],
  ['bg', 'windows-1251'],
  ['bg', 'koi8-r'],
  ['bg', 'ibm866'],
  ['bg', 'iso-8859-5'],
  ['el', 'windows-1253'],
  ['tr', 'windows-1254'],
  ['zh', 'gb18030'],
  ['zht', 'big5'],
  ['ja', 'shift_jis'],
  ['ja', 'euc-jp'],
  ['ko', 'euc-kr'],
])('a text in %s and %s is guessed', (language, encoding) => {
  const { text, isGuessed } = decode(encode(TEXTS[language], encoding))
  expect(text).toBe(TEXTS[language])
  expect(isGuessed).toBe(true)
})

test.each<[what: string, encoding: string, text: string]>([
  ['signs between Korean letters', 'euc-kr', `${TEXTS.ko} 남·북, 경기도·평안도·함경도의 <b>날씨</b>입니다.`],
  ['names of elements', 'euc-kr', `<pubDate>월요일</pubDate><webMaster>${TEXTS.ko}</webMaster>`],
  ['signs between Chinese letters', 'gb18030', `${TEXTS.zh}上海→北京，一×二，比尔·盖茨。`],
  [
    'a Latin letter in a word of Cyrillic',
    'windows-1251',
    `${TEXTS.bg} ${TEXTS.bg} Честита година на всички тa.`,
  ],
])('a text with %s keeps the guess (%s)', (_, encoding, text) => {
  expect(decode(encode(text, encoding))).toMatchObject({ text, encoding, isGuessed: true })
})

test.each<[keyof typeof TEXTS, string]>([
  ['zh', 'gb18030'],
  ['zht', 'big5'],
  ['ja', 'shift_jis'],
  ['ja', 'euc-jp'],
  ['ko', 'euc-kr'],
])('a text in %s and %s with a broken letter is read all the same', (language, encoding) => {
  const whole = `${TEXTS[language]}\n`.repeat(3)
  const bytes = Buffer.concat([encode(whole, encoding), Buffer.from([0x81])])
  expect(decode(bytes)).toMatchObject({ encoding, text: `${whole}\uFFFD` })
})

const utf32 = (text: string, isLittle: boolean) => {
  const bytes = Buffer.alloc(Array.from(text).length * 4)
  Array.from(text).forEach((character, at) => {
    const point = character.codePointAt(0) ?? 0
    if (isLittle) bytes.writeUInt32LE(point, at * 4)
    else bytes.writeUInt32BE(point, at * 4)
  })
  return bytes
}

test.each<[what: string, bytes: Buffer, text: string]>([
  ['UTF-8', Buffer.from('Größe'), 'Größe'],
  ['UTF-8 with a mark', Buffer.from('\uFEFFGröße'), 'Größe'],
  [
    'UTF-8 with a broken byte',
    Buffer.concat([Buffer.from('ä'.repeat(100)), Buffer.from([0xff])]),
    `${'ä'.repeat(100)}\uFFFD`,
  ],
  ['UTF-16 with a mark', Buffer.from('\uFEFFГрад', 'utf16le'), 'Град'],
  ['UTF-16 without a mark', Buffer.from('Price list', 'utf16le'), 'Price list'],
  ['UTF-16 of another order', Buffer.from('Price list', 'utf16le').swap16(), 'Price list'],
  ['UTF-16 in Cyrillic', Buffer.from('Градът е голям', 'utf16le'), 'Градът е голям'],
  ['UTF-32', utf32('Größe 😀', true), 'Größe 😀'],
  ['UTF-32 of another order', utf32('\uFEFFGröße', false), 'Größe'],
  ['ISO-2022-JP', Buffer.from('\x1B$B;aL>\x1B(B', 'latin1'), '氏名'],
  ['a log with colours', Buffer.from('\x1B[31mred\x1B[0m'), '\x1B[31mred\x1B[0m'],
])('%s is told without a guess', (_, bytes, text) => {
  expect(decode(bytes)).toMatchObject({ text, isGuessed: false })
})

test('a declared encoding counts if the bytes are in it, a chosen one always', () => {
  const bytes = encode(TEXTS.bg, 'windows-1251')
  expect(decode(bytes, { declared: ['utf-8', 'nonsense', 'windows-1251'] })).toEqual({
    text: TEXTS.bg,
    encoding: 'windows-1251',
    isGuessed: false,
  })
  expect(decode(encode(TEXTS.zh, 'gb18030'), { declared: ['shift_jis'] }).text).toBe(TEXTS.zh)
  expect(decode(bytes, { chosen: 'windows-1252' }).text).toContain('Âñåêè ñëóæèòåë')
  expect(decode(Buffer.from([0x84, 0x81]), { chosen: 'cp850' }).text).toBe('äü')
  expect(decode(Buffer.from([0xa5]), { chosen: 'cp852' }).text).toBe('ą')
  expect(decode(Buffer.from([0xff]), { chosen: 'nonsense' }).text).toBe('ÿ')
})

test('a text is not taken for Chinese in UTF-16 because of NULs between or after its letters', () => {
  expect(decode(Buffer.from('this is a test\0')).text).toBe('this is a test')
  expect(decode(Buffer.from(`${'Order;Name\n'.repeat(50)}\0\0\0\0`)).text).toBe('Order;Name\n'.repeat(50))
  expect(decode(Buffer.from('Adams\0\0\0\0\0Köln\0\0\0\0\0\0')).text).toBe('Adams Köln')
  expect(
    decode(
      Buffer.concat([Buffer.from('Gr\u00f6\u00dfe, K\u00f6ln und M\u00fcnchen', 'latin1'), Buffer.alloc(3)]),
    ).text,
  ).toBe('Größe, Köln und München')
  // UTF-16 without a mark stays what it is.
  for (const text of ['No', '价格 list 目录', 'Цени и стоки'])
    expect(decode(Buffer.from(text.repeat(20), 'utf16le')).text).toBe(text.repeat(20))
})

test('a text that is declared as ASCII and is not is told by its letters', () => {
  const bytes = encode(TEXTS.bg, 'windows-1251')
  for (const label of ['us-ascii', 'ASCII', 'ANSI_X3.4-1968'])
    expect(decode(bytes, { declared: [label] })).toEqual({
      text: TEXTS.bg,
      encoding: 'windows-1251',
      isGuessed: true,
    })
})

test.each([
  ['upper bytes', Buffer.alloc(10_000_000, 0xe9)],
  ['lead bytes', Buffer.alloc(10_000_000, 0x81)],
  ['NULs', Buffer.alloc(10_000_000)],
  ['marks of Japanese', Buffer.from('\x1B$B'.repeat(3_000_000))],
  ['words of two scripts', Buffer.alloc(10_000_000, Buffer.from('a\xE0', 'latin1'))],
])('ten megabytes of %s are decoded in linear time', (_, bytes) => {
  const begun = performance.now()
  decode(bytes)
  // Quadratic time would be hours.
  expect(performance.now() - begun).toBeLessThan(20_000)
})

test('letters of old mails that are written in ASCII are read: Korean by its mark, others as declared', () => {
  const korean = Buffer.from('\u001B$)C\u000e>H3g\u000f, ok', 'latin1')
  expect(decode(korean)).toEqual({ text: '안녕, ok', encoding: 'iso-2022-kr', isGuessed: false })
  const hz = Buffer.from('~{VPND~} and ~~5 ~\nEUR')
  expect(decode(hz, { declared: ['HZ-GB-2312'] }).text).toBe('中文 and ~5 EUR')
  expect(decode(hz).text).toBe('~{VPND~} and ~~5 ~\nEUR')
  const utf7 = Buffer.from('Gr+APYA3w-e: 1 +- 2, +BBMEQAQwBDQ.')
  expect(decode(utf7, { declared: ['utf-7'] }).text).toBe('Größe: 1 + 2, Град.')
  expect(decode(Buffer.from('größe'), { declared: ['utf-7'] }).text).toBe('größe')
})
