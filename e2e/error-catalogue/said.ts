// What is provoked to hear a sentence of the error catalogues, and how.
import type { Page } from '@playwright/test'

export interface Said {
  /** As the catalogue has it; what the product fills in, or says after it, is left out. */
  readonly sentence: string
  readonly path: string
  /** The path one is sent to. */
  readonly leadsTo?: string
  /** Calls that fail: method and end of the address → status, 405 unless told. */
  readonly fails?: readonly (readonly [method: string, address: RegExp, status?: number])[]
  /** What the server says then. */
  readonly problem?: { errorCode: string; errorMessage: string }
  /** A reply that comes otherwise: end of the address, and what becomes of its data. */
  readonly replies?: readonly [address: RegExp, change: (data: Record<string, unknown>) => unknown]
  /** What a person does to come there. */
  readonly act?: (page: Page) => Promise<void>
  readonly nobody?: true
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
export const inDialog = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog').getByRole('button', { name })
