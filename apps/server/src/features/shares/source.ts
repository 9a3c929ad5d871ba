// Holders of links without a sign-in (decision 123). The key in the path of the shared page's calls is their only token.
import type { LinkHolder } from '#access/viewer.ts'
import type { ViewerSource } from '#http/viewers.ts'
import { isOpenToAnybody, needsSignIn, noSuchLink, type Opening, type OpeningDeps } from './opening.ts'

export function linkSource(
  deps: Pick<OpeningDeps, 'httpShareEnabled'>,
  opening: Pick<Opening, 'find' | 'found'>,
): ViewerSource<LinkHolder> {
  return {
    kind: 'link',
    // A key opens nothing as a bearer, so that it cannot be tried at other calls.
    recognizes: () => false,
    needsHeader: true,
    async viewerOf(hash, { source, address, requestId }) {
      // Looks up nothing where no link opens without a sign-in.
      if (!deps.httpShareEnabled()) throw needsSignIn()
      const found = await opening.find(hash)
      if (!found) throw noSuchLink()
      if (!isOpenToAnybody(deps, found)) throw needsSignIn()
      const { link, project } = found
      const from = { address, requestId }
      const holder = {
        kind: 'link',
        linkId: link.id,
        source,
        itemContextId: project.contextId,
        from,
      } as const
      opening.found(holder, found, hash)
      return holder
    },
    // No call of a link is a stream; files look whether the link is still open while they are sent.
    whenEnded: () => () => undefined,
  }
}
