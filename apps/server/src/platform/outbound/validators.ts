// Conditional requests: what a server said about a version of a page is sent back to the same URL.

/** What a server said about a version of a page, for conditional requests. */
export interface Validators {
  /** The URL that answered, after redirects. Validators are sent to this one only. */
  readonly url: string
  readonly etag: string | null
  readonly lastModified: string | null
}

/** Sent back as they came, so only what a header can hold. */
const asValidator = (value: unknown): string | null =>
  typeof value === 'string' && /^[\x20-\x7e]{1,500}$/.test(value) ? value : null

/** Returns what a response said about its version. */
export function validatorsOf(url: URL, headers: Readonly<Record<string, unknown>>): Validators {
  return {
    url: url.href,
    etag: asValidator(headers['etag']),
    lastModified: asValidator(headers['last-modified']),
  }
}

/** Returns the headers of a conditional request. Another URL gets no validators: they could tell it who asks. */
export function conditionsFor(url: URL, known: Validators | undefined): Record<string, string> {
  if (known?.url !== url.href) return {}
  return {
    ...(known.etag ? { 'if-none-match': known.etag } : {}),
    ...(known.lastModified ? { 'if-modified-since': known.lastModified } : {}),
  }
}
