// Pure decisions about language codes: which code of a translator a wanted one means, and names to show.
import type { Languages } from './translator.ts'

/** Returns a code as browsers write it: `EN-GB` is `en-GB`. Unknown forms stay. */
export function canonical(code: string): string {
  try {
    return Intl.getCanonicalLocales(code)[0] ?? code
  } catch {
    return code
  }
}

const baseOf = (code: string): string => code.split('-', 1)[0]?.toLowerCase() ?? ''

/**
 * Returns the translator's own code for a wanted one: the same, else the same language without a region on either side.
 * `en` is `EN-GB` where nothing else is offered; `de-AT` is `de`.
 */
export function matchCode(codes: Iterable<string>, wanted: string): string | undefined {
  const all = [...codes]
  const exact = all.find((code) => code.toLowerCase() === wanted.toLowerCase())
  if (exact !== undefined) return exact
  const near = all.filter((code) => baseOf(code) === baseOf(wanted))
  return wanted.includes('-') ? near.find((code) => !code.includes('-')) : near[0]
}

/** Returns languages as code → name in `locale`, in the order of the names. */
export function namesIn(languages: ReadonlyMap<string, string>, locale: string): Record<string, string> {
  const display = displayNames(locale)
  const named = [...languages].map(([code, name]) => {
    const tag = canonical(code)
    return [tag, nameOf(display, tag) ?? (name || tag)] as const
  })
  return Object.fromEntries(named.sort(([, one], [, other]) => one.localeCompare(other, display.locale)))
}

/** Returns the English name of a code, for prompts. */
export function englishName(code: string): string {
  return nameOf(displayNames('en'), canonical(code)) ?? code
}

interface Display {
  readonly locale: string
  readonly names: Intl.DisplayNames
}

function displayNames(wanted: string): Display {
  const [locale = 'en'] = supported(wanted)
  return { locale, names: new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' }) }
}

function supported(wanted: string): string[] {
  try {
    return Intl.DisplayNames.supportedLocalesOf([wanted])
  } catch {
    return []
  }
}

function nameOf({ names }: Display, code: string): string | undefined {
  try {
    return names.of(code)
  } catch {
    return undefined
  }
}

/** Whether a translator translates this pair; a detected source is checked by the translator itself. */
export function isPair({ targetsOf }: Languages, source: string | undefined, target: string): boolean {
  return source === undefined || targetsOf === undefined || targetsOf(source).has(target)
}
