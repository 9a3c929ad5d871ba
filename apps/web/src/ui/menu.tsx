// Imported here, not lazily: a late stylesheet makes the browser recalculate the style of every element.
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { cloneElement, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { useLazyComponents } from '#lib/use-lazy-components.ts'
import { lazyPart } from '#lib/lazy-part.ts'
import type {
  MenuCheckProps,
  MenuChoicesProps,
  MenuItemProps,
  MenuLinkProps,
  MenuProps,
} from './menu-parts.tsx'
import './menu.module.css'

const PARTS = lazyPart(() => import('./menu-parts.tsx'))

/**
 * A menu of actions: MenuItem, MenuLink, MenuChoices, MenuCheck, MenuHead, MenuRule. Arrow keys, Home, End, letters and
 * Escape work. Created on first use: a page has dozens, a long chat thousands, and few are opened.
 */
export function Menu({ target, ...rest }: MenuProps) {
  const { made, make } = useLazyComponents(PARTS)
  const [opened, setOpened] = useState(false)
  // The button is mounted again with its menu, and gets its focus back.
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
      // Only a menu mounted before it opens returns the focus to its button.
      make(() => setOpened(true))
    },
  })
}

/** Entries whose code loads when the menu opens: the first one then gets the focus. */
export function LazyMenu({ children }: { children: ReactNode }) {
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

/** Menu content renders with the menu and needs the same parts. */
function partsHere() {
  const parts = PARTS.get()
  if (!parts) throw new Error('There is no menu around this entry')
  return parts
}

export function MenuItem(props: MenuItemProps) {
  const parts = partsHere()
  return <parts.MenuItem {...props} />
}

/** A link in a menu. */
export function MenuLink(props: MenuLinkProps) {
  const parts = partsHere()
  return <parts.MenuLink {...props} />
}

/** A radio group in a menu; the menu stays open. */
export function MenuChoices<V extends string>(props: MenuChoicesProps<V>) {
  const parts = partsHere()
  return <parts.MenuChoices {...props} />
}

/** A checkbox in a menu; the menu stays open. */
export function MenuCheck(props: MenuCheckProps) {
  const parts = partsHere()
  return <parts.MenuCheck {...props} />
}

/** The heading of a user menu. */
export function MenuHead({ children }: { children: ReactNode }) {
  const parts = partsHere()
  return <parts.MenuHead>{children}</parts.MenuHead>
}

/** The last entries of a long menu, which stay visible while the others scroll. */
export function MenuFoot({ children }: { children: ReactNode }) {
  const parts = partsHere()
  return <parts.MenuFoot>{children}</parts.MenuFoot>
}

export function MenuRule() {
  const parts = partsHere()
  return <parts.MenuRule />
}
