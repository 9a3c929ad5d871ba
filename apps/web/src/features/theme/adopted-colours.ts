// Applies the custom colours as an adopted stylesheet over the design tokens; the CSP allows no other stylesheet created at
// runtime. The script of app/start/boot.html adopts the cached one before the first paint.
import { recall, remember } from '#lib/preferences.ts'

interface Kept {
  /** The stored setting that the stylesheet was derived from. */
  setting: string
  css: string
}

/** Applies a stylesheet until the next one is applied; '' uses the design tokens alone. */
export function adopt(css: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = css ? [sheet] : []
}

/** Applies a stylesheet and caches it in this browser for the next load. */
export function keep(setting: string, css: string): void {
  adopt(css)
  remember('colours', setting ? JSON.stringify({ setting, css } satisfies Kept) : null)
}

/** Returns the cached stylesheet; empty for the brand colours. */
export function kept(): Kept {
  try {
    const { setting, css } = JSON.parse(recall('colours') ?? '') as Partial<Kept>
    return { setting: setting ?? '', css: css ?? '' }
  } catch {
    return { setting: '', css: '' }
  }
}
