// The look of a Word document: fonts, sizes in half-points, distances in twentieths of a point.
import { AlignmentType, LevelFormat, LineRuleType, type ILevelsOptions, type IPropertiesOptions } from 'docx'
import { localeOf } from '../typography.ts'

export const INK = '1C1C1E'
export const GREY = '6B6B76'
export const LINE = 'D4D4DA'
export const LIGHT = 'F5F5F7'
export const CODE_FONT = { ascii: 'Consolas', hAnsi: 'Consolas', cs: 'Consolas' } as const

/** A4 without its margins. */
export const PAGE = { width: 11_906, height: 16_838, margin: 1_304 } as const
export const TEXT_WIDTH = PAGE.width - 2 * PAGE.margin
/** Indentation of each level of a list or quotation. */
export const STEP = 360

const heading = (size: number, before: number) => ({
  run: { size, bold: true, color: INK },
  paragraph: { spacing: { before, after: 100 }, keepNext: true, keepLines: true },
})

/** The style of each kind of paragraph by its id. */
export function stylesOf(language: string): IPropertiesOptions['styles'] {
  return {
    default: {
      document: {
        run: {
          size: 21,
          color: INK,
          font: 'Calibri',
          language: { value: localeOf(language), eastAsia: 'zh-CN', bidirectional: 'ar-SA' },
        },
        paragraph: { spacing: { after: 120, line: 276, lineRule: LineRuleType.AUTO } },
      },
      title: {
        run: { size: 36, bold: true, color: INK },
        paragraph: { spacing: { after: 60 }, keepNext: true },
      },
      heading1: heading(30, 480),
      heading2: {
        run: { size: 18, bold: true, color: GREY },
        paragraph: { spacing: { before: 360, after: 60 }, keepNext: true },
      },
      heading3: heading(26, 280),
      heading4: heading(23, 240),
      heading5: heading(21, 200),
      heading6: { ...heading(21, 200), run: { size: 21, bold: true, color: GREY } },
      hyperlink: { run: { color: '0B57D0', underline: {} } },
      footnoteText: {
        run: { size: 17 },
        paragraph: { spacing: { after: 20, line: 240, lineRule: LineRuleType.AUTO } },
      },
    },
    paragraphStyles: [
      named('Facts', { size: 18, color: GREY }, { after: 20 }),
      named('Question', {}, { after: 0, line: 276 }),
      {
        ...named('AnswerHead', { size: 18, bold: true, color: GREY }, { before: 200, after: 60 }),
        paragraph: { spacing: { before: 200, after: 60 }, keepNext: true },
      },
      named('Note', { size: 18, color: GREY }, { after: 80 }),
      named('Code', { size: 18, font: CODE_FONT, noProof: true }, { after: 0, line: 250 }),
      named('TableText', { size: 19 }, { before: 40, after: 40, line: 250 }),
      named('Foot', { size: 17, color: GREY }, { after: 0 }),
    ],
  }
}

const named = (id: string, run: object, spacing: { before?: number; after?: number; line?: number }) => ({
  id,
  name: id,
  basedOn: 'Normal',
  quickFormat: true,
  run,
  paragraph: { spacing: { ...spacing, ...(spacing.line && { lineRule: LineRuleType.AUTO }) } },
})

export const BULLETS = 'bullets'
const SIGNS = ['•', '–', '·']
/** The levels of lists that Word has. */
export const LEVELS = 9

/** Returns a level of a list. Its sign hangs before the text, which is as far in as the level. */
export const levelOf = (level: number, format: 'bullet' | 'number', start = 1): ILevelsOptions => ({
  level,
  format: format === 'bullet' ? LevelFormat.BULLET : LevelFormat.DECIMAL,
  text: format === 'bullet' ? (SIGNS[level % SIGNS.length] ?? '•') : `%${level + 1}.`,
  alignment: AlignmentType.START,
  start,
  style: { paragraph: { indent: { start: STEP * (level + 1), hanging: STEP } } },
})

export const bullets = () => ({
  reference: BULLETS,
  levels: Array.from({ length: LEVELS }, (_, level) => levelOf(level, 'bullet')),
})
