import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Menu as MantineMenu } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import css from './menu.module.css'

interface MenuProps {
  /** The button that opens it. */
  target: ReactElement
  /** Where it opens; flips when there is no room. */
  position?: 'bottom-start' | 'bottom-end' | 'top-start' | 'top-end'
  children: ReactNode
}

/** A menu of actions: MenuItem, MenuChoices, MenuHead, MenuRule. Arrow keys, Home, End, letters and Escape work. */
export function Menu({ target, position = 'bottom-start', children }: MenuProps) {
  return (
    <MantineMenu
      position={position}
      offset={4}
      shadow="none"
      withInitialFocusPlaceholder={false}
      // Inside the landmark it belongs to, and beyond the edges of what scrolls.
      withinPortal={false}
      floatingStrategy="fixed"
      transitionProps={{ duration: 140, transition: 'fade' }}
      classNames={{
        dropdown: css.menu ?? '',
        item: css.item ?? '',
        label: css.label ?? '',
        divider: css.rule ?? '',
        itemSection: css.section ?? '',
      }}
    >
      <MantineMenu.Target>{target}</MantineMenu.Target>
      <MantineMenu.Dropdown>{children}</MantineMenu.Dropdown>
    </MantineMenu>
  )
}

interface MenuItemProps {
  icon?: IconName
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}

export function MenuItem({ icon, disabled = false, onSelect, children }: MenuItemProps) {
  return (
    <MantineMenu.Item leftSection={icon && <Icon name={icon} />} disabled={disabled} onClick={onSelect}>
      {children}
    </MantineMenu.Item>
  )
}

interface MenuChoicesProps<V extends string> {
  label?: string
  value: V
  options: readonly { value: V; label: string; lang?: string }[]
  onChange: (value: V) => void
}

/** One of several, of which one is chosen; the menu stays open. */
export function MenuChoices<V extends string>({ label, value, options, onChange }: MenuChoicesProps<V>) {
  return (
    <MantineMenu.RadioGroup value={value} onChange={(next) => onChange(next as V)}>
      {label && <MantineMenu.Label>{label}</MantineMenu.Label>}
      {options.map((option) => (
        <MantineMenu.RadioItem
          key={option.value}
          value={option.value}
          checkIcon={<Icon name="check" />}
          classNames={{ item: css.item ?? '', itemIndicator: css.indicator ?? '' }}
          {...(option.lang ? { lang: option.lang } : {})}
        >
          {option.label}
        </MantineMenu.RadioItem>
      ))}
    </MantineMenu.RadioGroup>
  )
}

/** Whose menu it is. */
export function MenuHead({ children }: { children: ReactNode }) {
  return <div className={css.head}>{children}</div>
}

export function MenuRule() {
  return <MantineMenu.Divider />
}
