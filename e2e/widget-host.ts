// Web sites of others, on an origin of their own: pages that tests put there and that load the widget of the product.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface HostPage {
  html: string
  headers?: Record<string, string>
}

export interface Host {
  /** Its origin; the product's host name is another one. */
  readonly origin: string
  /** Puts a page at a path; returns its address. */
  put(path: string, page: HostPage | string): string
  close(): Promise<void>
}

export async function startHost(): Promise<Host> {
  const pages = new Map<string, HostPage>()
  const server = createServer((request, reply) => {
    const page = pages.get(new URL(request.url ?? '/', 'http://host').pathname)
    reply.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', ...page?.headers })
    reply.end(page?.html ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    origin,
    put(path, page) {
      pages.set(path, typeof page === 'string' ? { html: page } : page)
      return origin + path
    },
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** A page of a web site. */
export const sitePage = (content: string, head = ''): string => `<!doctype html>
<html lang="en"><head><meta charset="windows-1251"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Stadtwerke Hollenbeck</title>${head}</head>
<body><main><h1>House connection</h1><p>You build a house, or you need more power?</p>
<a href="/next">Next page</a></main>${content}</body></html>`
