// A row of the table of pages and dialogs, and what opening one needs.
import { expect, type Locator, type Page } from '@playwright/test'
import type { Seeded } from './seed.ts'
import type { Words } from './words.ts'

export interface Opening {
  page: Page
  house: Seeded
  words: Words
}

/**
 * Who looks: Anna; Anna where others let her read only; somebody not signed in; the first of all, before there is a user; Anna
 * with a licence that has ended.
 */
export const VIEWERS = ['anna', 'reader', 'stranger', 'newcomer', 'unlicensed'] as const
export type Viewer = (typeof VIEWERS)[number]

export interface Entry {
  name: string
  /** Anna, when nothing is said. */
  as?: Viewer
  /** Its address; without one it opens where the row before it stands. */
  at?: (house: Seeded) => string
  /** What is done there until it is open. */
  open?: (opening: Opening) => Promise<void>
  /** What shows that it is open. */
  ready: (opening: Opening) => Locator
  /** Puts back what the next address alone would not. */
  close?: (opening: Opening) => Promise<void>
  /** Only this is photographed; the whole window otherwise. */
  part?: (page: Page) => Locator
  /** Which screens have it: both, when nothing is said. */
  screen?: 'wide' | 'small'
  /** Why there is no picture of it. */
  unpictured?: string
}

export const dialog = (page: Page): Locator => page.getByRole('dialog')
export const menu = (page: Page): Locator => page.getByRole('menu')

/** Goes to an address of the same page, without loading it again; a dialog that stands open is gone before the next opens. */
export async function go(page: Page, address: string): Promise<void> {
  if ((await dialog(page).count()) > 0) {
    await push(page, address.replace(/[?&]dialog=[^&#]*/, ''))
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

/** A dialog that an address opens. */
/** The button of a project's own menu in the top bar; a phone has one menu there for everything. */
export const projectMenuName = ({ page, words }: Opening, project: string): string =>
  (page.viewportSize()?.width ?? 0) > 1024
    ? words('projects:actionsFor', { name: project })
    : words('shell:more')

export const dialogAt = (name: string, at: (house: Seeded) => string, more: Partial<Entry> = {}): Entry => ({
  name: `dialog-${name}`,
  at: (house) => {
    const address = at(house)
    return `${address}${address.includes('?') ? '&' : '?'}dialog=${name}`
  },
  ready: ({ page }) => dialog(page),
  part: dialog,
  ...more,
})

/** A menu that a button opens, by the text of the button. */
export const menuOf = (
  name: string,
  at: (house: Seeded) => string,
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

/** A page in the modern look, which is there before the page. */
export const modern = (name: string, at: (house: Seeded) => string, ready: Entry['ready']): Entry => ({
  name: `${name}-modern`,
  at: () => '/about',
  open: async ({ page, house }) => {
    await putLook(page, 'modern')
    await go(page, at(house))
  },
  ready,
  close: ({ page }) => putLook(page, 'classic'),
})

const putLook = (page: Page, look: 'modern' | 'classic') =>
  page.evaluate((name) => document.documentElement.setAttribute('data-look', name), look)
