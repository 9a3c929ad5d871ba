// A case that provokes a message of the error catalogues.
import type { Page } from '@playwright/test'

export interface Said {
  /** The message as in the catalogue, without placeholders and additions. */
  readonly sentence: string
  readonly path: string
  /** The path to open. */
  readonly leadsTo?: string
  /** Calls that fail: method and end of the path → status, 405 by default. */
  readonly fails?: readonly (readonly [method: string, address: RegExp, status?: number])[]
  /** The error response of the server. */
  readonly problem?: { errorCode: string; errorMessage: string }
  /** A modified response: end of the path, and the function that changes its data. */
  readonly replies?: readonly [address: RegExp, change: (data: Record<string, unknown>) => unknown]
  /** The user's actions that lead to the message. */
  readonly act?: (page: Page) => Promise<void>
  readonly nobody?: true
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
export const inDialog = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog').getByRole('button', { name })
