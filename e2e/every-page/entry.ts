// A row of the table of pages and dialogs, and the helpers to open one.
import { expect, type Locator, type Page } from '@playwright/test'
import type { Seeded } from './seed.ts'
import type { TextOf } from './words.ts'

export interface Opening {
  page: Page
  fixture: Seeded
  words: TextOf
}

/**
 * The viewer: Anna; Anna with read-only access to other users' data; a signed-out visitor; a visitor before the first user
 * exists; Anna with an expired licence.
 */
export const VIEWERS = ['anna', 'reader', 'stranger', 'newcomer', 'unlicensed'] as const
export type Viewer = (typeof VIEWERS)[number]

export interface Entry {
  name: string
  /** Defaults to Anna. */
  as?: Viewer
  /** Its URL; without one it opens on the page of the previous row. */
  at?: (fixture: Seeded) => string
  /** Actions that open it. */
  open?: (opening: Opening) => Promise<void>
  /** The element that shows that it is open. */
  ready: (opening: Opening) => Locator
  /** Restores what navigating to the next URL would not. */
  close?: (opening: Opening) => Promise<void>
  /** The element of the screenshot; defaults to the whole window. */
  part?: (page: Page) => Locator
  /** The screens that have it; defaults to both. */
  screen?: 'wide' | 'small'
  /** Why there is no screenshot of it. */
  unpictured?: string
}

export const dialog = (page: Page): Locator => page.getByRole('dialog')
export const menu = (page: Page): Locator => page.getByRole('menu')

/** Navigates inside the app without a reload; waits until an open dialog is closed before the next opens. */
export async function go(page: Page, address: string): Promise<void> {
  if ((await dialog(page).count()) > 0) {
    await push(page, address.replace(/[?&](dialog|prompt)=[^&#]*/g, ''))
    await expect(dialog(page)).toHaveCount(0)
  }
  await push(page, address)
}

async function push(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, address)
}

/** Whether the window has room for the navigation beside the page. */
export const isWide = (page: Page): boolean => (page.viewportSize()?.width ?? 0) > 1024

/** The button of the project menu in the top bar; a phone has one combined menu there. */
export const projectMenuName = ({ page, words }: Opening, project: string): string =>
  isWide(page) ? words('projects:actionsFor', { name: project }) : words('shell:more')

/** The button of the menu of a document's first passage. */
export const passageMenuName = ({ words }: Opening): string =>
  words('workbench:passage.actions', { name: words('datasources:reader.passage', { number: '1' }) })

/** An entry for a dialog with its own URL. */
export const dialogAt = (
  name: string,
  at: (fixture: Seeded) => string,
  more: Partial<Entry> = {},
): Entry => ({
  name: `dialog-${name}`,
  at: (fixture) => {
    const address = at(fixture)
    return `${address}${address.includes('?') ? '&' : '?'}dialog=${name}`
  },
  ready: ({ page }) => dialog(page),
  part: dialog,
  ...more,
})

/** An entry for a menu, by the text of its button. */
export const menuOf = (
  name: string,
  at: (fixture: Seeded) => string,
  button: (opening: Opening) => Locator,
  more: Partial<Entry> = {},
): Entry => ({
  name: `menu-${name}`,
  at,
  open: (opening) => button(opening).click(),
  ready: ({ page }) => menu(page).locator('[role^=menuitem]'),
  part: menu,
  close: ({ page }) => page.keyboard.press('Escape'),
  ...more,
})

/** An entry for a page in the modern style, which is set before the page loads. */
export const modern = (name: string, at: (fixture: Seeded) => string, ready: Entry['ready']): Entry => ({
  name: `${name}-modern`,
  at: () => '/about',
  open: async ({ page, fixture }) => {
    await putLook(page, 'modern')
    await go(page, at(fixture))
  },
  ready,
  close: ({ page }) => putLook(page, 'classic'),
})

const putLook = (page: Page, look: 'modern' | 'classic') =>
  page.evaluate((name) => document.documentElement.setAttribute('data-look', name), look)
