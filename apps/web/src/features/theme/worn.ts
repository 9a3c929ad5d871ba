// The colours that this page wears: an adopted stylesheet over the tokens. The policy of the page allows no other that is
// made while it runs, and it is there before the first paint: the boot script in index.html adopts what is kept here.
import { recall, remember } from '../../lib/preferences.ts'

interface Kept {
  /** The stored setting that the stylesheet was made of. */
  setting: string
  css: string
}

/** Wears a stylesheet until another one is worn; '' wears the tokens alone. */
export function wear(css: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = css ? [sheet] : []
}

/** Wears a stylesheet from now on, also after a reload. */
export function keep(setting: string, css: string): void {
  wear(css)
  remember('colours', setting ? JSON.stringify({ setting, css } satisfies Kept) : null)
}

/** What this browser keeps; nothing is kept for the brand's own colours. */
export function kept(): Kept {
  try {
    const { setting, css } = JSON.parse(recall('colours') ?? '') as Partial<Kept>
    return { setting: setting ?? '', css: css ?? '' }
  } catch {
    return { setting: '', css: '' }
  }
}
