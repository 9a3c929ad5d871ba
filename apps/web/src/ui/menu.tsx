// The styles stand here: those that come later make the browser look at every element again.
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { cloneElement, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { partsLater, useMade } from '../lib/made-later.ts'
import type {
  MenuCheckProps,
  MenuChoicesProps,
  MenuItemProps,
  MenuLinkProps,
  MenuProps,
} from './menu-parts.tsx'
import './menu.module.css'

const PARTS = partsLater(() => import('./menu-parts.tsx'))

/**
 * A menu of actions: MenuItem, MenuLink, MenuChoices, MenuCheck, MenuHead, MenuRule. Arrow keys, Home, End, letters and Escape
 * work. It is made when it is first asked for: a page has dozens, a long chat thousands, and few are ever opened.
 */
export function Menu({ target, ...rest }: MenuProps) {
  const { made, make } = useMade(PARTS)
  const [opened, setOpened] = useState(false)
  // The button is made anew with its menu, and has the focus that it had.
  if (made)
    return (
      <made.MadeMenu
        target={cloneElement(target, { autoFocus: true })}
        opened={opened}
        onChange={setOpened}
        {...rest}
      />
    )
  return cloneElement(target, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: (event) => {
      target.props.onClick?.(event)
      // Only one that was there before it opened gives the focus back to its button.
      make(() => setOpened(true))
    },
  })
}

/** Entries whose code comes when the menu is first opened: then the first one has the focus, as if it had been there. */
export function MenuLater({ children }: { children: ReactNode }) {
  return (
    <Suspense fallback={null}>
      <FirstFocused>{children}</FirstFocused>
    </Suspense>
  )
}

function FirstFocused({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement?.matches('[data-menu-item]')) return
    box.current?.querySelector<HTMLElement>('[data-menu-item]:not(:disabled)')?.focus()
  }, [])
  return (
    <div ref={box} role="none">
      {children}
    </div>
  )
}

/** What stands in a menu is drawn when the menu is, and that needs the same parts. */
function partsHere() {
  const parts = PARTS.get()
  if (!parts) throw new Error('There is no menu around this entry')
  return parts
}

export function MenuItem(props: MenuItemProps) {
  const parts = partsHere()
  return <parts.MenuItem {...props} />
}

/** An entry that leads somewhere. */
export function MenuLink(props: MenuLinkProps) {
  const parts = partsHere()
  return <parts.MenuLink {...props} />
}

/** One of several, of which one is chosen; the menu stays open. */
export function MenuChoices<V extends string>(props: MenuChoicesProps<V>) {
  const parts = partsHere()
  return <parts.MenuChoices {...props} />
}

/** One of several, each of which is ticked or not; the menu stays open. */
export function MenuCheck(props: MenuCheckProps) {
  const parts = partsHere()
  return <parts.MenuCheck {...props} />
}

/** Whose menu it is. */
export function MenuHead({ children }: { children: ReactNode }) {
  const parts = partsHere()
  return <parts.MenuHead>{children}</parts.MenuHead>
}

export function MenuRule() {
  const parts = partsHere()
  return <parts.MenuRule />
}
