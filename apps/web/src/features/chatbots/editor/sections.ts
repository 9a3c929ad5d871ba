// The sections of the editor, and what is missing in them. Pure.
import { CHATBOT_CAPS, CHATBOT_LIMITS } from '@polylogue/contract/browser'
import { contrast } from '#lib/colours/colour.ts'
import { TEXT } from '#lib/colours/derive.ts'
import type { BotValues } from './values.ts'

export const SECTIONS = ['answering', 'source', 'look', 'places', 'limits', 'privacy', 'people'] as const
export type SectionId = (typeof SECTIONS)[number]

const PRIVATE = new Set([
  'widget.consent',
  'widget.consentUri',
  'rules.sources',
  'rules.contact',
  'rules.keepDays',
])

/** Returns the section that has a field. */
export function sectionOf(path: string): SectionId {
  if (PRIVATE.has(path)) return 'privacy'
  if (path === 'datasourceId' || path === 'amountOfChunks') return 'source'
  if (path === 'rules.origins') return 'places'
  if (path === 'validUntil' || path.startsWith('rules.')) return 'limits'
  return path.startsWith('widget.') ? 'look' : 'answering'
}

export type ProblemKind = 'missing' | 'range' | 'contrast' | 'address' | 'noModel'

export interface FieldProblem {
  path: string
  kind: ProblemKind
  /** Of a number. */
  min?: number
  max?: number
}

type Range = { readonly min: number; readonly max: number }

const { size, offset, zIndex, keepDays } = CHATBOT_LIMITS
const WIDGET_RANGES = {
  width: size,
  height: size,
  offsetX: offset,
  offsetY: offset,
  zIndex,
  installDelay: { min: 0, max: 60_000 },
} as const satisfies Record<string, Range>

/** The range of each number of the rules. */
export const RULE_RANGES = {
  perVisitorMinute: CHATBOT_CAPS.perVisitorMinute,
  perVisitorDay: CHATBOT_CAPS.perVisitorDay,
  perAddressDay: CHATBOT_CAPS.perAddressDay,
  perDay: CHATBOT_CAPS.perDay,
  tokensPerDay: CHATBOT_CAPS.tokensPerDay,
  atOnce: CHATBOT_CAPS.atOnce,
  questionLength: CHATBOT_CAPS.questionLength,
  keepDays,
} as const satisfies Record<string, Range>

export type WidgetNumber = keyof typeof WIDGET_RANGES
export type RuleNumber = keyof typeof RULE_RANGES

/**
 * Returns why values cannot be published, in the order of the sections. `isDeployed` says whether a tag can answer. A draft may miss
 * what its visitors need, not what the server refuses.
 */
export function problemsOf(
  values: BotValues,
  isDeployed: (modelTagId: number) => boolean,
  isDraft = false,
): FieldProblem[] {
  const { name, description, modelTagId, widget, rules } = values
  const missing = (path: string, text: string): FieldProblem[] =>
    text.trim() === '' ? [{ path, kind: 'missing' }] : []
  const ranges = (prefix: string, given: object, all: Readonly<Record<string, Range>>) =>
    Object.entries(all).flatMap(([key, { min, max }]): FieldProblem[] => {
      const value: unknown = given[key as never]
      return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
        ? []
        : [{ path: prefix + key, kind: 'range', min, max }]
    })
  const isReadable = contrast(widget.colors.primary, widget.colors.text) >= TEXT
  return [
    ...missing('name', name),
    ...(isDraft ? [] : missing('description', description)),
    ...(isDraft || isDeployed(modelTagId) ? [] : [{ path: 'modelTagId', kind: 'noModel' } as const]),
    ...(isDraft ? [] : missing('widget.title', widget.title)),
    ...(isDraft || isReadable ? [] : [{ path: 'widget.colors', kind: 'contrast' } as const]),
    ...ranges('widget.', widget, WIDGET_RANGES),
    ...ranges('rules.', rules, RULE_RANGES),
    ...(isWebAddress(widget.consentUri) ? [] : [{ path: 'widget.consentUri', kind: 'address' } as const]),
  ]
}

/** As the server checks it. */
const isWebAddress = (value: string): boolean => value === '' || /^https?:\/\/[^\s]+$/i.test(value)

/** Whether the code for pages can be shown: as specified, not while title, width or height is empty. */
export const hasCode = ({ widget: { title, width, height } }: BotValues): boolean =>
  title.trim() !== '' && width !== null && height !== null
