// The branding and its files, for the tests of several files.
import { contract, type BrandingState } from '@polylogue/contract'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { TestApp, TestUser } from '#test/test-app.ts'

export const base64 = (file: string | Uint8Array) => Buffer.from(file).toString('base64')

interface Change {
  name?: string
  signInText?: string
  colours?: BrandingState['colours']
  logo?: { light?: string | null; dark?: string | null }
  customStylesheet?: string | null
  version?: string
}

export function brandingIn(on: () => { app: TestApp; root: TestUser; folder: string }) {
  async function update(change: Change, by = on().root) {
    const { data } = await on().root.client.call(contract.branding.get)
    const { version, name, signInText, colours: stored } = data.branding
    const body = { version, name, signInText, colours: stored, ...change }
    return (await by.client.call(contract.branding.update, { body })).data.branding
  }
  const served = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${on().app.url}/static/customer-branding/stadtwerke/${path}`, { headers })
  const lay = (name: string, content: string | Uint8Array) => {
    mkdirSync(on().folder, { recursive: true })
    writeFileSync(join(on().folder, name), content)
  }
  const refused = (change: Change) =>
    update(change).then(
      () => 'accepted',
      (error: { status: number; code: string; message: string }) => {
        expect([error.status, error.code]).toEqual([400, 'BRANDING_REFUSED'])
        return error.message
      },
    )
  return { update, served, lay, refused }
}
