// What a daily e-mail says in the language of its reader. Pure. The sentences about notifications are those of the page.
import type { Notification } from '@polylogue/contract'
import bg from './texts/bg.json' with { type: 'json' }
import de from './texts/de.json' with { type: 'json' }
import en from './texts/en.json' with { type: 'json' }
import { oneLine, safe } from './safe.ts'

export type Texts = typeof en
type Same = Texts['same']

const ALL: Readonly<Record<string, Texts>> = { en, de, bg }

export interface MailTexts {
  /** Two letters. */
  readonly language: string
  readonly texts: Texts
  /** Returns the form for a number, with the values filled in. */
  count(
    forms: { one: string; other: string },
    count: number,
    values?: Readonly<Record<string, string>>,
  ): string
  /** Returns what happened, then where; the second can be empty. */
  about(notification: Notification): { title: string; detail: string }
}

/** Returns the words of the first of these languages that there is. */
export function wordsOf(...languages: readonly string[]): MailTexts {
  const language = languages.find((one) => Object.hasOwn(ALL, one)) ?? 'en'
  const texts = ALL[language] ?? en
  const rules = new Intl.PluralRules(language)
  const count: MailTexts['count'] = (forms, number, values = {}) =>
    filled(rules.select(number) === 'one' ? forms.one : forms.other, {
      ...values,
      count: number.toLocaleString(language),
    })
  return {
    language,
    texts,
    count,
    about: (notification) => ({
      title: titleOf(texts.same, notification, count),
      detail: detailOf(texts.same, notification, count),
    }),
  }
}

/**
 * Fills in the values of a text, each once: what a value says is never filled in again. A sentence that ends with a value such as
 * “Acme Inc.” has one full stop.
 */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{(\w+)\}\}(\.?)/g, (whole, name: string, stop: string) => {
    const value = values[name]
    if (value === undefined) return whole
    return value.endsWith('.') ? value : value + stop
  })

const at = <Of extends object>(of: Of, key: string | undefined): string | undefined =>
  key !== undefined && Object.hasOwn(of, key) ? String(of[key as keyof Of]) : undefined

function titleOf(
  same: Same,
  { kind, facts, count, notificationAsJson }: Notification,
  counted: MailTexts['count'],
) {
  const { message, type } = JSON.parse(notificationAsJson) as { message: string; type: string }
  // Whoever manages users may lead people somewhere.
  if (kind === 'announcement') return oneLine(facts.title || same.plain.announcement, 200)
  const by = at(same.by, kind)
  const thing = at(same.things, facts.noun) ?? same.things.other
  if (by && facts.actor) return filled(by, { actor: safe(facts.actor), thing })
  const failed = type === 'error' ? at(same.failed, kind) : undefined
  if (failed) return failed
  if (kind === 'answerEnded')
    return counted({ one: same.plain.answerEnded_one, other: same.plain.answerEnded_other }, count)
  return at(same.plain, kind) ?? safe(message, 200)
}

function detailOf(same: Same, { kind, facts, count }: Notification, counted: MailTexts['count']): string {
  const { name, noun, why, question, document, device, address, items, chats, notImported, text, access } =
    facts
  if (kind === 'announcement') return oneLine(text ?? '', 500)
  const quoted = (words: string | undefined) => words && filled(same.quoted, { text: safe(words, 300) })
  const hidden = kind === 'accessEnded' ? same.something : undefined
  const parts = [
    name ? safe(name) : noun ? undefined : hidden,
    items && counted({ one: same.items_one, other: same.items_other }, items),
    chats !== undefined && counted({ one: same.chats_one, other: same.chats_other }, chats),
    notImported && counted({ one: same.notImported_one, other: same.notImported_other }, notImported),
    document && safe(document),
    quoted(question),
    noun && !name && at(same.nouns, noun),
    at(same.access, access),
    quoted(why),
    device && safe(device),
    address && safe(address),
    count > 1 && kind !== 'answerEnded' && counted({ one: same.times_one, other: same.times_other }, count),
  ]
  return parts.filter(Boolean).join(' · ')
}
