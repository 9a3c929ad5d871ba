// What the star needs on each page; the rest loads with its menu.

/** Returns the address of the shown page, without the dialog that is open on it. */
export function uriOfPage({ pathname, search }: { pathname: string; search: string }): string {
  const params = new URLSearchParams(search)
  params.delete('dialog')
  return params.size === 0 ? pathname : `${pathname}?${params}`
}

/** Whether the stored bookmarks have an address. They are not read: that is for whoever opens them. */
export const isStored = (bookmarks: string, uri: string): boolean =>
  [uri, uri.slice(1)].some((spelled) => bookmarks.includes(`"uri":${JSON.stringify(spelled)}`))
