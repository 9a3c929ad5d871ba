// Preloads a project before its link is followed: on hover, on focus and on press, so that the data is cached or under way
// at the click.

/** Hover delay in milliseconds: shorter than a press, longer than a pointer needs to cross a link. */
const STAYS = 80

const ADDRESS = /^\/projects\/(\d+)$/

/** Calls `prepare` with the project and the tab in a link's address; `null` without a tab. */
export function prepareAhead(place: Document, prepare: (id: number, tab: string | null) => void): void {
  const ahead = ({ href }: HTMLAnchorElement) => {
    const { origin, pathname, searchParams } = new URL(href)
    const id = ADDRESS.exec(pathname)?.[1]
    if (id !== undefined && origin === place.location.origin) prepare(Number(id), searchParams.get('tab'))
  }
  // Of the pointer and of the focus: the pointer stays on a link while the focus moves to the heading of a page that opens.
  const comes = () => {
    let near: HTMLAnchorElement | null = null
    let stays: ReturnType<typeof setTimeout> | undefined
    return ({ target }: Event) => {
      const link = linkAt(target)
      if (link === near) return
      near = link
      clearTimeout(stays)
      stays = link ? setTimeout(() => ahead(link), STAYS) : undefined
    }
  }
  const press = ({ target }: Event) => {
    const link = linkAt(target)
    if (link) ahead(link)
  }
  place.addEventListener('pointerover', comes(), { passive: true })
  place.addEventListener('focusin', comes(), { passive: true })
  place.addEventListener('pointerdown', press, { passive: true })
}

const linkAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href*="/projects/"]') : null
