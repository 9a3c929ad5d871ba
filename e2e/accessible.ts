import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { isFull } from './full.ts'

// Less to send to a page and to parse there than `axe.source`, which has spaces and comments.
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

export interface Violation {
  id: string
  impact?: string | null
  nodes: { html: string; any: { message: string }[] }[]
}

export interface Axe {
  run(context: object, options: object): Promise<{ violations: Violation[] }>
}

/** Injects axe into every document that the page loads. */
export const keepAxe = (page: Page) => page.addInitScript({ content: source })

/** Asserts that axe finds nothing serious on the page. */
export async function isAccessible(page: Page): Promise<void> {
  // The builder opens a second page for every result; only frames need that.
  const violations =
    page.frames().length > 1
      ? (await new AxeBuilder({ page }).analyze()).violations
      : await violationsIn(page)
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(serious.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([])
}

/**
 * Like `isAccessible`, but only in `npm run test:full`: for states that the walk over all pages (every-page.test.ts) checks in
 * each run, with stricter rules and in both themes.
 */
export async function isAccessibleAgain(page: Page): Promise<void> {
  if (isFull) await isAccessible(page)
}

/** Waits for the end of fades: half-transparent text has too little contrast. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = () =>
      document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    // A fade starts up to two frames after its element is inserted.
    for (let frames = 0; frames < 3; frames++) {
      await new Promise((drawn) => requestAnimationFrame(drawn))
      await Promise.allSettled(running().map(({ finished }) => finished))
    }
  })
}

async function violationsIn(page: Page): Promise<Violation[]> {
  // Stays until a reload.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  await atRest(page)
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: Axe }
    // The page behind a dialog cannot be used, and is tested without the dialog. Without `preload`: there is no media to load.
    const { violations } = await axe.run(
      { exclude: [['[inert]']] },
      { resultTypes: ['violations'], preload: false },
    )
    return violations.map(({ id, impact, nodes }) => ({
      id,
      impact: impact ?? null,
      nodes: nodes.map(({ html }) => ({ html, any: [] })),
    }))
  })
}
