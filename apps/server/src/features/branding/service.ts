// What the super user changes of the branding, and the check of its files before they are sent.
import { SUPERUSER, type BrandingState, type CallInput, type contract } from '@polylogue/contract'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Person } from '#access/index.ts'
import type { Database } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import type { AuditService } from '#features/audit/index.ts'
import { Problem } from '#problem.ts'
import { findFile, openBrandingFiles } from './files.ts'
import { asCode, inWords, refused, type Refusal } from './refusal.ts'
import * as rules from './rules.ts'
import { lockBranding } from './store.ts'

type Change = Exclude<CallInput<(typeof contract.branding)['update']>['body'], Uint8Array>

export interface BrandingDeps {
  readonly audit: Pick<AuditService, 'record'>
  readonly db: Pick<Database, 'transaction' | 'guardWrite'>
  readonly log: Log
  /** The configured id of the customer; empty for none. */
  readonly customer: string
  /** The folders of `/static/` by precedence; the first one is written. */
  readonly staticRoots: readonly string[]
}

export interface BrandingService {
  /** @throws Problem PERMISSION_DENIED for all but the super user, here and below; STORAGE_UNAVAILABLE */
  get(viewer: Person): Promise<BrandingState>
  /** @throws Problem CONFLICT, BRANDING_REFUSED, STORAGE_FULL, STORAGE_UNAVAILABLE */
  update(viewer: Person, change: Change): Promise<BrandingState>
  reset(viewer: Person): Promise<void>
  /** Returns the id of the folder that pages load; empty for none. */
  customer(): string
  /**
   * Checks a file below `customer-branding/` before it is sent. Returns undefined for a safe one, null for a path that is never
   * sent, and else the sentence with which it is refused.
   */
  refusalOf(path: string): Promise<string | null | undefined>
}

export const BRANDING_FOLDER = 'customer-branding'
/** The folder without a configured customer. */
const STANDARD = 'default'
const MOST_VERDICTS = 1_000

export function brandingService(deps: BrandingDeps): BrandingService {
  const { audit, db } = deps
  const customer = deps.customer || STANDARD
  const folders = deps.staticRoots.map((root) => join(root, BRANDING_FOLDER))
  const files = openBrandingFiles(join(folders[0] ?? '', customer), () => db.guardWrite())
  const inTurn = openTurn()
  const read = async () => {
    const content = await files.read()
    const version = content === undefined ? '' : rules.versionOf(content)
    const found = content === undefined ? {} : parsed(content)
    return { file: rules.BrandingFile.parse(found ?? {}), version, isBroken: found === undefined }
  }
  const change = (viewer: Person, action: 'branding.updated' | 'branding.reset', work: () => Promise<void>) =>
    inTurn(() =>
      db.transaction(async (tx) => {
        await lockBranding(tx)
        await audit.record(tx, { action, by: viewer, on: { type: 'branding', name: customer } })
        await work()
      }),
    )
  const get = async (): Promise<BrandingState> => {
    const { file, version, isBroken } = await read()
    return rules.toState(customer, file, { version, isBroken })
  }
  return {
    async get(viewer) {
      authorize(viewer)
      return get()
    },
    async update(viewer, sent) {
      authorize(viewer)
      const accepted = acceptedOf(sent)
      await change(viewer, 'branding.updated', async () => {
        const { file, version } = await read()
        if (version !== sent.version) throw new Problem('CONFLICT')
        const { content, written, kept } = nextOf(file, sent, accepted)
        await files.write(content, written, kept)
      })
      return get()
    },
    async reset(viewer) {
      authorize(viewer)
      await change(viewer, 'branding.reset', () => files.remove())
    },
    customer: () =>
      deps.customer ||
      (folders.some((folder) => existsSync(join(folder, STANDARD, rules.BRANDING_FILE))) ? STANDARD : ''),
    refusalOf: openChecks(folders, deps.log),
  }
}

/** The look of the sign-in page concerns everybody, across tenants' walls. */
function authorize(viewer: Person): void {
  if (viewer.roleId !== SUPERUSER) throw new Problem('PERMISSION_DENIED')
}

/** Runs changes one after another, so that those that wait for the lock hold one connection. */
function openTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }
}

/** Returns undefined for what is no JSON object. */
function parsed(content: string): object | undefined {
  try {
    const value: unknown = JSON.parse(content)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A file for each part; null removes it, undefined keeps it. */
type Parts = Readonly<Record<rules.PartName, rules.AcceptedFile | null | undefined>>

/** @throws Problem BRANDING_REFUSED with the part and the reason */
function acceptedOf({ logo, customStylesheet, colours }: Change): Parts {
  const accept = (
    sent: string | null | undefined,
    { path, file }: { path: string; file: string },
    check: (sent: string) => rules.AcceptedFile | Refusal,
  ) => {
    if (sent === null || sent === undefined) return sent
    const found = check(sent)
    if (!('reason' in found)) return found
    const issues = [{ path, message: asCode(found) }]
    throw new Problem('BRANDING_REFUSED', { file, reason: inWords(found) }, { issues })
  }
  return {
    'logo-light': accept(logo.light, { path: 'logo.light', file: 'logo' }, rules.acceptedLogo),
    'logo-dark': accept(logo.dark, { path: 'logo.dark', file: 'dark logo' }, rules.acceptedLogo),
    stylesheet: accept(
      customStylesheet,
      { path: 'customStylesheet', file: 'stylesheet' },
      rules.acceptedStylesheet,
    ),
    colours: colours && rules.stylesheetOf(colours),
  }
}

function nextOf(file: rules.BrandingFile, { name, signInText, colours }: Change, parts: Parts) {
  const written = new Map<string, Buffer>()
  const named = (part: rules.PartName, old: string | null): string | null => {
    const accepted = parts[part]
    if (!accepted) return accepted === null ? null : old
    const newName = rules.fileName(part, accepted)
    written.set(newName, accepted.bytes)
    return newName
  }
  const next: rules.BrandingFile = {
    ...file,
    name,
    signInText,
    customStylesheet: named('stylesheet', file.customStylesheet),
    logo: { light: named('logo-light', file.logo.light), dark: named('logo-dark', file.logo.dark) },
    colours,
    colourStylesheet: named('colours', file.colourStylesheet),
  }
  const names = [next.customStylesheet, next.logo.light, next.logo.dark, next.colourStylesheet]
  const kept = new Set(names.filter((one) => one !== null))
  return { content: `${JSON.stringify(next, null, 2)}\n`, written, kept }
}

/** Remembers the verdict about a file until it changes. */
function openChecks(folders: readonly string[], log: Log): BrandingService['refusalOf'] {
  const verdicts = new Map<string, string | undefined>()
  return async (path) => {
    const how = rules.checkOf(path)
    const found = how && (await findFile(folders, path))
    if (!how || !found) return null
    const key = `${found.file}|${found.size}|${found.changed}`
    if (verdicts.has(key)) return verdicts.get(key)
    const refusal = found.size > how.most ? refused('size', how.most) : how.check(await readFile(found.file))
    const sentence = refusal && `The file ${path} is not sent: ${inWords(refusal)}.`
    if (sentence) log.warn({ file: found.file }, sentence)
    if (verdicts.size >= MOST_VERDICTS) verdicts.clear()
    verdicts.set(key, sentence)
    return sentence
  }
}
