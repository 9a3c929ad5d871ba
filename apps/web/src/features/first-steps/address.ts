/** Completes a typed address with `http://`; undefined when it is invalid. */
export function completeAddress(typed: string): string | undefined {
  const text = typed.trim()
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`
  const url = URL.canParse(whole) ? new URL(whole) : undefined
  const isPlain = url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  if (!url || !isPlain || /\s/.test(text) || url.search !== '' || url.hash !== '') return undefined
  return url.href.replace(/(?<!\/)\/+$/, '')
}

/** What is typed to add a model server. */
export interface TypedServer {
  address: string
  apiKey: string
}

export const NOTHING_TYPED: TypedServer = { address: '', apiKey: '' }
