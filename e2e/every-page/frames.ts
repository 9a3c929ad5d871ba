// The navigation, the bar and the side panel stand around most pages, with half of all that the walk checks. What has passed
// a check is left out of the next one, until a control or a text of it differs.
import type { Page } from '@playwright/test'

export interface Frames {
  /** Returns the frames all of whose controls and texts have passed this check before. */
  passed(check: string): Element[]
  /** Remembers that what stands there now has passed it. */
  remember(check: string): void
}

/** Puts `window.frames_` into the page, where it stays until a reload. */
export async function putFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    if ('frames_' in window) return
    const known = new Map<string, Set<string>>()
    const all = () =>
      [...document.querySelectorAll('nav, header, aside')].filter(
        (frame) => !frame.closest('main, [role=dialog], [inert]'),
      )
    const isPart = (one: Element) =>
      one.childElementCount === 0 || one.matches('a, button, input, [tabindex]')
    const parts = (frame: Element) =>
      [...frame.querySelectorAll('*')]
        .filter(isPart)
        .map((one) => one.outerHTML.replaceAll(/ (?:id|aria-controls|aria-describedby)="[^"]*"/g, ''))
    const frames: Frames = {
      passed(check) {
        const before = known.get(check)
        return before ? all().filter((frame) => parts(frame).every((one) => before.has(one))) : []
      },
      remember(check) {
        known.set(check, new Set([...(known.get(check) ?? []), ...all().flatMap(parts)]))
      },
    }
    Object.assign(window, { frames_: frames })
  })
}
