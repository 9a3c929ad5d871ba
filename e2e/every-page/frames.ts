// The navigation, the bar and the side panel stand around most pages, with half of all that the walk checks. What has passed
// a check is left out of the next one, until a control or a text of it differs.
import type { Page } from '@playwright/test'

export interface Frames {
  /** Gives the frames all of whose controls and texts have passed this check before an attribute, until `end`. */
  leaveOut(check: string, attribute: string): void
  /** Removes the attribute, and remembers what stands there now if it has passed the check. */
  end(hasPassed: boolean): void
}

/** Puts `window.frames_` into every document that the page loads. */
export async function putFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
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
    let leftOut: Element[] = []
    let [check, attribute] = ['', '']
    const frames: Frames = {
      leaveOut(...named) {
        ;[check, attribute] = named
        const before = known.get(check)
        leftOut = before ? all().filter((frame) => parts(frame).every((one) => before.has(one))) : []
        for (const frame of leftOut) frame.setAttribute(attribute, '')
      },
      end(hasPassed) {
        for (const frame of leftOut) frame.removeAttribute(attribute)
        if (hasPassed) known.set(check, new Set([...(known.get(check) ?? []), ...all().flatMap(parts)]))
      },
    }
    Object.assign(window, { frames_: frames })
  })
}
