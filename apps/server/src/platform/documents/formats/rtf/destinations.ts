// Groups of RTF that are something else than a part of the text: tables of fonts and styles, notes, heads, fields, pictures.
import type { Block } from '../../blocks.ts'
import { isPageNumber } from '../word/fields.ts'
import { ONLY_PAGES } from '../word/margins.ts'
import { mathNode, mathText } from './math.ts'
import { beginStory, type Field, type Reading } from './state.ts'
import { Story } from './story.ts'

type Begin = (reading: Reading, value: number | undefined) => void

const MAX_CAPTURED = 1_000
const CHECKBOX = 1
const CHOICE = 2

const skip: Begin = ({ state }) => {
  state.isSkipped = true
}

/** Collects a short text, which is used at the end of the group. */
function capture({ state }: Reading, use: (text: string) => void): void {
  const parts: string[] = []
  let length = 0
  state.capture = (text) => {
    if (length < MAX_CAPTURED) parts.push(text)
    length += text.length
  }
  state.onEnd = () => use(parts.join('').slice(0, MAX_CAPTURED))
}

/** Begins a text of its own; its blocks are used at the end of the group. */
function own(reading: Reading, use: (blocks: readonly Block[]) => void): void {
  const story = new Story(reading.counts)
  beginStory(reading.state, story)
  reading.state.onEnd = () => use(story.end(reading.paragraph))
}

const margin =
  (side: 'heads' | 'feet'): Begin =>
  (reading) => {
    reading.state.isMargin = true
    own(reading, (blocks) => {
      const known = reading[side]
      for (const block of blocks)
        if (!ONLY_PAGES.test(block.text) && !known.some(({ text }) => text === block.text))
          known.push(block.kind === 'heading' ? { kind: 'text', text: block.text } : block)
    })
  }

/** Adds the mark of a note, whose text follows the paragraph. */
const note: Begin = (reading) => {
  const { story, isMute, isHidden, isDeleted } = reading.state
  const isLost = isMute || isHidden || isDeleted
  const mark = reading.isNumbered && !isLost ? `[${++reading.notes}]` : ''
  own(reading, (blocks) => {
    reading.isNumbered = false
    if (isLost) return
    const [first, ...others] = blocks
    const isMarked = mark !== '' && first !== undefined
    if (!isMarked || first.kind === 'table')
      story.note(mark, isMarked ? [{ kind: 'text', text: mark }, ...blocks] : blocks)
    else story.note(mark, [{ kind: 'text', text: `${mark} ${first.text}` }, ...others])
  })
}

const comment: Begin = (reading) => {
  const { story } = reading.state
  own(reading, (blocks) => {
    const text = blocks.map((block) => block.text).join('\n')
    const { author } = reading
    reading.author = ''
    if (text !== '') story.note('', [{ kind: 'text', text: author ? `[${author}: ${text}]` : `[${text}]` }])
  })
}

const box: Begin = (reading) => {
  const { story, isHidden } = reading.state
  own(reading, (blocks) => {
    if (!isHidden) story.box(blocks)
  })
}

/** A picture of an object stands for it and is not counted again. */
const picture: Begin = (reading) => {
  if (!reading.state.isObject) reading.counts.pictures++
  reading.state.isSkipped = true
}

const field: Begin = (reading) => {
  const found: Field = { code: '', form: undefined, chosen: undefined, preset: 0, entries: [] }
  reading.state.field = found
  reading.state.onEnd = () => {
    const chosen = found.chosen ?? found.preset
    if (found.form === CHECKBOX) reading.put(chosen === 1 ? '☒' : '☐')
    else if (found.form === CHOICE) reading.put(found.entries[chosen] ?? '')
  }
}

const result: Begin = ({ state }) => {
  const { field: of, isMargin } = state
  if (of && ((isMargin && isPageNumber(of.code)) || of.form === CHECKBOX || of.form === CHOICE))
    state.isSkipped = true
  state.field = undefined
}

const math: Begin = (reading) => {
  const { state } = reading
  if (state.math) return
  const root = mathNode('oMath')
  state.math = root
  state.onEnd = () => {
    state.math = undefined
    reading.put(mathText(root))
  }
}

/** The fonts or the styles: each ends with a semicolon after its name. */
const listOf =
  (list: 'fonts' | 'styles'): Begin =>
  (reading) => {
    const { state } = reading
    state.list = list
    const names = list === 'fonts' ? reading.fonts : reading.styles
    state.capture = (text) => {
      const at = list === 'fonts' ? reading.state.font : reading.state.style
      const one = names.get(at)
      if (one && one.name.length < MAX_CAPTURED) one.name = (one.name + text).split(';', 1)[0] ?? ''
    }
  }

const mute: Begin = ({ state }) => {
  state.isMute = true
}

const READ: Readonly<Record<string, Begin>> = {
  fonttbl: listOf('fonts'),
  stylesheet: listOf('styles'),
  info: mute,
  title: (reading) =>
    capture(reading, (text) => {
      reading.title = text
    }),
  header: margin('heads'),
  headerl: margin('heads'),
  headerr: margin('heads'),
  headerf: margin('heads'),
  footer: margin('feet'),
  footerl: margin('feet'),
  footerr: margin('feet'),
  footerf: margin('feet'),
  footnote: note,
  annotation: comment,
  atnauthor: (reading) =>
    capture(reading, (text) => {
      reading.author = text.trim()
    }),
  shptxt: box,
  dptxbxtext: box,
  shpinst: mute,
  do: mute,
  shprslt: skip,
  pict: picture,
  nextgraphic: picture,
  NeXTGraphic: picture,
  nonshppict: skip,
  object: (reading) => {
    reading.state.isObject = true
    reading.counts.objects++
  },
  field,
  fldrslt: result,
  fldinst: (reading) => {
    const { field: of } = reading.state
    capture(reading, (text) => {
      if (of) of.code = text
    })
  },
  ffl: (reading) => {
    const { field: of } = reading.state
    capture(reading, (text) => of?.entries.push(text))
  },
  formfield: mute,
  listtext: (reading) => {
    const { story } = reading.state
    capture(reading, (text) => story.mark(text.trim()))
  },
  upr: ({ state }) => {
    state.wasMute = state.isMute
    state.isMute = true
  },
  ud: ({ state }) => {
    state.isMute = state.wasMute
  },
  nesttableprops: ({ state }) => {
    state.isNested = true
  },
  shppict: () => undefined,
  moMath: math,
  moMathPara: () => undefined,
  mmathPict: skip,
}

const SKIPPED =
  'colortbl filetbl listtable listoverridetable pn pnseclvl objdata objclass objname xe tc tcn rxe nonesttables atnid atndate atnref bkmkstart bkmkend author operator company subject keywords comment doccomm category manager hlinkbase private falt panose themedata datafield'.split(
    ' ',
  )

export const DESTINATIONS: Readonly<Record<string, Begin>> = {
  ...READ,
  pntext: READ['listtext'] ?? skip,
  ...Object.fromEntries(SKIPPED.map((name) => [name, skip])),
}
