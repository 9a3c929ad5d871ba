// The address of a website, as browsers send it: scheme, host and port. Pure.

export interface ReadOrigin {
  origin: string
  /** What was typed beyond it, such as a path; empty for nothing. */
  rest: string
}

/** Returns the origin of what was typed, without a scheme https, on this machine http; undefined for what is no website. */
export function readOrigin(typed: string): ReadOrigin | undefined {
  const text = typed.trim()
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
    ? text
    : `${HERE.test(text) ? 'http' : 'https'}://${text}`
  if (text === '' || /\s/.test(text) || !URL.canParse(whole)) return undefined
  const { protocol, origin, host, hostname, pathname, search, hash, username } = new URL(whole)
  if ((protocol !== 'https:' && protocol !== 'http:') || username !== '') return undefined
  if (!isHost(hostname)) return undefined
  const rest = `${pathname === '/' ? '' : pathname}${search}${hash}`
  return { origin: `${protocol}//${host}` === origin ? origin : `${protocol}//${host}`, rest }
}

/** This machine, where nearly nobody has a certificate. */
const HERE = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::|\/|$)/i

/** A name with a dot, an address, or this machine. */
const isHost = (name: string): boolean =>
  name === 'localhost' || name.startsWith('[') || /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(name)
