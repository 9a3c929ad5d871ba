/** Accepts only paths of this app; rejects every spelling of another host. Browsers read `\` as `/` and skip line breaks. */
export const isOwnPath = (path: string): boolean => path.startsWith('/') && !/^\/[/\\\t\n\r]/.test(path)

/** Returns the address to open after a sign-in: the requested one if it is a path of this app, else the start page. */
export const pathAfterSignIn = (from: unknown): string =>
  typeof from === 'string' && isOwnPath(from) ? from : '/'

/** Replaces an address such as `//example.org/x`, which the History API takes for another site, by one of this app. */
export function correctAddress({ pathname, search, hash }: Loaded): void {
  if (isOwnPath(pathname)) return
  history.replaceState(history.state, '', `/${pathname.replace(/^\/+/, '')}${search}${hash}`)
}

type Loaded = Pick<Location, 'pathname' | 'search' | 'hash'>
