// What the editor of a chatbot changes. Pure.
import type { ChatBot, ChatbotDraft, ChatbotRules, WidgetSettings } from '@polylogue/contract'

/** Numbers are null while their field is empty. */
type Typed<T> = { [K in keyof T]: T[K] extends number ? number | null : T[K] }

export interface BotValues {
  name: string
  description: string
  modelTagId: number
  datasourceId: number
  amountOfChunks: number
  custInstWhoId: number
  custInstRespondId: number
  /** Not part of a draft: it holds as soon as it is saved. */
  validUntil: string
  widget: Typed<WidgetSettings>
  rules: Typed<ChatbotRules>
}

/** Returns what visitors see. */
export const publishedOf = ({
  name,
  description,
  refProject,
  validUntil,
  widget,
  rules,
}: ChatBot): BotValues => ({
  name,
  description,
  modelTagId: refProject.defaultModelTagId,
  datasourceId: refProject.defaultDatasourceId,
  amountOfChunks: refProject.amountOfChunks,
  custInstWhoId: refProject.custInstWhoId,
  custInstRespondId: refProject.custInstRespondId,
  validUntil,
  widget,
  rules,
})

/** Returns what the editor begins with: the changes that were saved and not published. */
export function valuesOf(bot: ChatBot): BotValues {
  const published = publishedOf(bot)
  const known = Object.entries(bot.draft ?? {}).filter(([, value]) => value !== undefined)
  return { ...published, ...(Object.fromEntries(known) as Partial<BotValues>) }
}

/** Returns the paths of what differs: `name`, `widget.title`. */
export function changesOf(one: BotValues, other: BotValues): string[] {
  const differing = (path: string, left: object, right: object) =>
    Object.keys({ ...left, ...right }).flatMap((key) =>
      same(left[key as never], right[key as never]) ? [] : [`${path}${key}`],
    )
  const { widget: widgetOne, rules: rulesOne, ...restOne } = one
  const { widget: widgetOther, rules: rulesOther, ...restOther } = other
  return [
    ...differing('', restOne, restOther),
    ...differing('widget.', widgetOne, widgetOther),
    ...differing('rules.', rulesOne, rulesOther),
  ]
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Returns only what differs from `base`, to be kept in this browser. */
export function patchOf(values: BotValues, base: BotValues): Partial<Record<string, unknown>> {
  const paths = changesOf(values, base)
  return Object.fromEntries(paths.map((path) => [path, valueAt(values, path)]))
}

/** Returns the values with a kept patch applied; ignores what is not a field. */
export function patched(base: BotValues, kept: string): BotValues {
  const patch = parsed(kept)
  const at = (prefix: 'widget.' | 'rules.', fields: object) =>
    Object.fromEntries(
      Object.entries(fields).map(([key, value]: [string, unknown]) => [
        key,
        Object.hasOwn(patch, prefix + key) ? patch[prefix + key] : value,
      ]),
    )
  const { widget, rules, ...rest } = base
  const own = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, Object.hasOwn(patch, key) ? patch[key] : value]),
  )
  return { ...own, widget: at('widget.', widget), rules: at('rules.', rules) } as unknown as BotValues
}

function parsed(kept: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(kept)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

function valueAt(values: BotValues, path: string): unknown {
  const [first = '', second] = path.split('.')
  const value: unknown = values[first as keyof BotValues]
  return second === undefined ? value : (value as Record<string, unknown>)[second]
}

/** Returns the values as they are sent. The caller has checked that no number is missing. */
export function sentOf(values: BotValues): ChatbotDraft {
  const { modelTagId, datasourceId, amountOfChunks, custInstWhoId, custInstRespondId, widget, rules } = values
  const texts = (list: readonly string[]) => list.map((text) => text.trim()).filter((text) => text !== '')
  return {
    name: values.name.trim(),
    description: values.description.trim(),
    modelTagId,
    datasourceId,
    amountOfChunks,
    custInstWhoId,
    custInstRespondId,
    widget: {
      ...(widget as WidgetSettings),
      welcomeMessages: texts(widget.welcomeMessages),
      firstQuestions: texts(widget.firstQuestions),
    },
    rules: rules as ChatbotRules,
  }
}
