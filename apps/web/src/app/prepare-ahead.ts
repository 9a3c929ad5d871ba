// What a link to a project leads to is asked for before it is followed: when the mouse or the keyboard stays on it, and when it is
// pressed. By the click it is there, or on its way.

/** Milliseconds: less than people need to press, more than a mouse stays on what it only crosses. */
const STAYS = 80

const ADDRESS = /^\/projects\/(\d+)$/

/** Calls `prepare` with the project and the tab that a link's address names, `null` when it names none. */
export function prepareAhead(place: Document, prepare: (id: number, tab: string | null) => void): void {
  let near: HTMLAnchorElement | null = null
  let stays: ReturnType<typeof setTimeout> | undefined
  const ahead = ({ href }: HTMLAnchorElement) => {
    const { origin, pathname, searchParams } = new URL(href)
    const id = ADDRESS.exec(pathname)?.[1]
    if (id !== undefined && origin === place.location.origin) prepare(Number(id), searchParams.get('tab'))
  }
  const come = ({ target }: Event) => {
    const link = linkAt(target)
    if (link === near) return
    near = link
    clearTimeout(stays)
    stays = link ? setTimeout(() => ahead(link), STAYS) : undefined
  }
  const press = ({ target }: Event) => {
    const link = linkAt(target)
    if (link) ahead(link)
  }
  place.addEventListener('pointerover', come, { passive: true })
  place.addEventListener('focusin', come, { passive: true })
  place.addEventListener('pointerdown', press, { passive: true })
}

const linkAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href*="/projects/"]') : null
