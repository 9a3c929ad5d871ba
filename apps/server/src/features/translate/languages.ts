// Matches wanted language codes with those of a translator, and names languages. Pure.
import type { Languages } from './translator.ts'

/** Returns a code in the form of browsers: `en-GB` for `EN-GB`. Unknown forms stay unchanged. */
export function canonical(code: string): string {
  try {
    return Intl.getCanonicalLocales(code)[0] ?? code
  } catch {
    return code
  }
}

const baseOf = (code: string): string => code.split('-', 1)[0]?.toLowerCase() ?? ''

/**
 * Returns the translator's code for a wanted one: the same code, else the same language if one of the two has no region.
 * So `en` matches `EN-GB` if nothing else is offered, and `de-AT` matches `de`.
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

/** Returns whether a translator supports this pair. The translator itself checks a detected source. */
export function isPair({ targetsOf }: Languages, source: string | undefined, target: string): boolean {
  return source === undefined || targetsOf === undefined || targetsOf(source).has(target)
}
