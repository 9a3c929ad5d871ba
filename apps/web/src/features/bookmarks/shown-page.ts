// What the star needs on each page; the rest loads with its menu.

/** Returns the address of the shown page, without the dialog that is open on it. */
export function uriOfPage({
  pathname,
  search,
  hash,
}: {
  pathname: string
  search: string
  hash: string
}): string {
  const params = new URLSearchParams(search)
  params.delete('dialog')
  return pathname + inOneSpelling(params) + hash
}

/** Returns the query of an address: `?q=a%20b` and `?q=a+b` are the same page. */
export const inOneSpelling = (params: URLSearchParams): string => (params.size === 0 ? '' : `?${params}`)

/** Whether the stored bookmarks have an address. They are not read: that is for whoever opens them. */
export const isStored = (bookmarks: string, uri: string): boolean =>
  [uri, uri.slice(1)].some((spelled) =>
    // The page writes no blank after the colon; a program may.
    ['"uri":', '"uri": '].some((key) => bookmarks.includes(key + JSON.stringify(spelled))),
  )
