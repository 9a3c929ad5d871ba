// Errors of a download, worded for users.
import { cutText } from '@polylogue/contract'
import { OutboundRefused } from '#platform/outbound/index.ts'
import { EngineError } from '../../engine.ts'
import type { CatalogueEntry } from './catalogue.ts'

/** A download error that a retry cannot fix. `dropsPart`: the partial file is useless and is deleted. */
export class Refused extends Error {
  readonly reason: string
  readonly dropsPart: boolean

  constructor(reason: string, { dropsPart }: { dropsPart: boolean }) {
    super(reason)
    this.name = 'Refused'
    this.reason = reason
    this.dropsPart = dropsPart
  }
}

/** The content at the address does not match the catalogue. `why` begins with “it”. */
export function notTheFile(why: string): Refused {
  const reason = `the file at its address is not the one of the catalogue: ${why}. What was fetched was deleted`
  return new Refused(reason, { dropsPart: true })
}

export function spaceRefusal(needed: number, free: number): Refused {
  const reason = `there is not enough space in the models folder: ${inWords(needed)} are needed and ${inWords(free)} are free. What was fetched stays`
  return new Refused(reason, { dropsPart: false })
}

/** The error of a response that is neither the file nor a range of it. */
export function statusError(status: number, retryAfter: string | undefined): Error {
  const seconds = /^\d{1,4}$/.test(retryAfter?.trim() ?? '') ? Number(retryAfter) : undefined
  const retry = seconds === undefined ? {} : { retryAfterMs: seconds * 1_000 }
  if (status === 429) return new EngineError('rate-limited', 'a download was put off', retry)
  if (status >= 500) {
    const reason = `the server that has the file answers with the fault ${status}`
    return new EngineError('unreachable', `a download was answered with ${status}`, { ...retry, reason })
  }
  if (status === 401 || status === 403)
    return new Refused('the server that has the file gives it only to those who sign in there', {
      dropsPart: false,
    })
  if (status === 404 || status === 410)
    return new Refused('there is no file at its address any more', { dropsPart: false })
  return new Refused(`the server that has the file answers with ${status}`, { dropsPart: false })
}

const FULL = new Set(['ENOSPC', 'EDQUOT'])

/** Converts any error of a download into the error that the caller gets. */
export function fetchError(error: unknown, { name, address }: CatalogueEntry): unknown {
  if (error instanceof EngineError) return error
  if (error instanceof Refused)
    return new EngineError('bad-request', `${name}: ${error.reason}`, { reason: cutText(error.reason, 200) })
  if (error instanceof OutboundRefused) {
    const reason = `${URL.parse(address)?.host ?? 'its address'} cannot be reached from this server`
    return new EngineError('unreachable', `${name}: ${reason}`, { reason, cause: error })
  }
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === 'UND_ERR_BODY_TIMEOUT') {
    const reason = 'nothing came any more from the server that has the file'
    return new EngineError('timeout', `${name}: ${reason}`, { reason, cause: error })
  }
  if (code !== undefined && FULL.has(code)) {
    const reason = 'the disk of the models folder is full. What was fetched stays'
    return new EngineError('bad-request', `${name}: ${reason}`, { reason, cause: error })
  }
  if (code?.startsWith('UND_ERR') || code === 'ECONNRESET' || syscall === 'read')
    return new EngineError('broken-stream', `${name}: the connection broke`, {
      reason: 'the connection was lost before the download was complete',
      cause: error,
    })
  if (code === undefined) return error
  const reason = `the models folder cannot be written (${code})`
  return new EngineError('bad-request', `${name}: ${reason}`, { reason, cause: error })
}

function inWords(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.ceil(bytes / 1e6)} MB`
}
