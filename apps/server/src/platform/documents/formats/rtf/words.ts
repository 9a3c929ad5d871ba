// Control words that change the state, or are a character.
import { encodingOfPage } from './charsets.ts'
import { resetParagraph, type Reading, type State } from './state.ts'
import { newRow } from './table.ts'

type Word = (reading: Reading, value: number | undefined) => void

const MAX_CELLS = 500
const MAX_LEVEL = 8

const letter =
  (text: string): Word =>
  (reading) =>
    reading.put(text)
const isOn = (value: number | undefined) => value !== 0

const isText = ({ isMute, capture }: State): boolean => !isMute && !capture

const endParagraph: Word = ({ state, paragraph }) => {
  if (isText(state)) state.story.paragraph(paragraph)
}

const endCell: Word = ({ state, paragraph }) => {
  if (isText(state)) state.story.cell({ ...paragraph, depth: 1 })
}

const endNestedCell: Word = ({ state, paragraph }) => {
  if (isText(state)) state.story.cell({ ...paragraph, depth: Math.max(2, state.depth) })
}

const PLACES: Readonly<Record<string, Word>> = {
  trowd: (reading) => {
    reading.rows[reading.state.isNested ? 1 : 0] = newRow()
    reading.isContinued = false
  },
  trleft: ({ row }, value = 0) => {
    row.left = value
  },
  trhdr: ({ row }) => {
    row.isHead = true
  },
  clmrg: (reading) => {
    reading.isContinued = true
  },
  clvmrg: (reading) => {
    reading.isContinued = true
  },
  cellx: (reading, value = 0) => {
    const { row, isContinued } = reading
    if (row.cells.length < MAX_CELLS) row.cells.push({ right: value, isContinued })
    reading.isContinued = false
  },
  cell: endCell,
  nestcell: endNestedCell,
  row: (reading) => reading.state.story.row(1, reading.rows[0]),
  nestrow: (reading) => reading.state.story.row(Math.max(2, reading.state.depth), reading.rows[1]),
  intbl: ({ state }) => {
    state.isInTable = true
  },
  itap: ({ state }, value = 0) => {
    state.depth = Math.max(0, value)
  },
}

const PARAGRAPHS: Readonly<Record<string, Word>> = {
  pard: ({ state }) => {
    if (state.list === undefined) resetParagraph(state)
  },
  par: endParagraph,
  sect: endParagraph,
  s: (reading, value = 0) => {
    if (reading.state.list === 'styles')
      reading.styles.set(value, { name: '', heading: undefined, basedOn: undefined })
    reading.state.style = value
  },
  sbasedon: (reading, value) => {
    const style = reading.state.list === 'styles' ? reading.styles.get(reading.state.style) : undefined
    if (style) style.basedOn = value
  },
  outlinelevel: (reading, value = 0) => {
    const heading = value <= MAX_LEVEL ? value + 1 : 0
    const style = reading.state.list === 'styles' ? reading.styles.get(reading.state.style) : undefined
    if (style) style.heading = heading
    else reading.state.heading = heading
  },
  ilvl: ({ state }, value = 0) => {
    state.level = value
  },
}

const CHARACTERS: Readonly<Record<string, Word>> = {
  ansicpg: (reading, value = 0) => {
    reading.encoding = encodingOfPage(value) ?? reading.encoding
  },
  mac: (reading) => {
    reading.encoding = 'macintosh'
  },
  pc: (reading) => {
    reading.encoding = 'cp850'
  },
  pca: (reading) => {
    reading.encoding = 'cp850'
  },
  deff: (reading, value = 0) => {
    reading.defaultFont = value
    reading.state.font = value
  },
  f: (reading, value = 0) => {
    if (reading.state.list === 'fonts') reading.fonts.set(value, { name: '' })
    reading.state.font = value
  },
  fcharset: ({ state, fonts }, value = 0) => {
    const font = state.list === 'fonts' ? fonts.get(state.font) : undefined
    if (font) font.charset = value
  },
  cpg: ({ state, fonts }, value = 0) => {
    const font = state.list === 'fonts' ? fonts.get(state.font) : undefined
    if (font) font.page = value
  },
  plain: (reading) => {
    Object.assign(reading.state, { font: reading.defaultFont, isHidden: false, isDeleted: false })
  },
  uc: ({ state }, value = 1) => {
    state.fallback = Math.max(0, value)
  },
  u: (reading, value = 0) => reading.unicode(value),
  v: ({ state }, value) => {
    state.isHidden = isOn(value)
  },
  deleted: ({ state }, value) => {
    state.isDeleted = isOn(value)
  },
  chftn: (reading) => {
    reading.isNumbered = true
  },
}

/** Values of form fields, whose words stand in a part of the field's instruction. */
const FORMS: Readonly<Record<string, Word>> = {
  fftype: ({ state: { field } }, value) => {
    if (field) field.form = value
  },
  ffres: ({ state: { field } }, value) => {
    // 25 means that nothing was chosen.
    if (field && value !== 25) field.chosen = value
  },
  ffdefres: ({ state: { field } }, value = 0) => {
    if (field) field.preset = value
  },
}

export const WORDS: Readonly<Record<string, Word>> = {
  ...PLACES,
  ...PARAGRAPHS,
  ...CHARACTERS,
  ...FORMS,
  tab: letter('\t'),
  line: letter('\n'),
  lbr: letter('\n'),
  column: letter('\n'),
  page: letter('\n'),
  '~': letter('\u00a0'),
  _: letter('-'),
  '\\': letter('\\'),
  '{': letter('{'),
  '}': letter('}'),
  emdash: letter('—'),
  endash: letter('–'),
  emspace: letter(' '),
  enspace: letter(' '),
  qmspace: letter(' '),
  bullet: letter('•'),
  lquote: letter('‘'),
  rquote: letter('’'),
  ldblquote: letter('“'),
  rdblquote: letter('”'),
}
