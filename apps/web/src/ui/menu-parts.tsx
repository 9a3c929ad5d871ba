// The parts of a menu, loaded when the first menu is opened (menu.tsx).
import { Menu as MantineMenu } from '@mantine/core'
import type { MouseEventHandler, ReactElement, ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon, type IconName } from './icon.tsx'
import css from './menu.module.css'

export interface MenuProps {
  /** The button that opens it. */
  target: ReactElement<TargetProps>
  /** Preferred placement; flips when there is no room. */
  position?: 'bottom-start' | 'bottom-end' | 'top-start' | 'top-end'
  children: ReactNode
}

interface TargetProps {
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
  autoFocus?: boolean
  onClick?: MouseEventHandler<HTMLButtonElement>
}

interface MadeMenuProps extends MenuProps {
  opened: boolean
  onChange: (opened: boolean) => void
}

export function MadeMenu({ target, position = 'bottom-start', opened, onChange, children }: MadeMenuProps) {
  return (
    <MantineMenu
      position={position}
      opened={opened}
      onChange={onChange}
      offset={4}
      shadow="none"
      withInitialFocusPlaceholder={false}
      // Rendered in its landmark, but not clipped by scroll containers.
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

export interface MenuItemProps {
  icon?: IconName
  disabled?: boolean
  /** The menu stays open. */
  stays?: boolean
  onSelect: () => void
  children: ReactNode
}

export function MenuItem({ icon, disabled = false, stays = false, onSelect, children }: MenuItemProps) {
  return (
    <MantineMenu.Item
      leftSection={icon && <Icon name={icon} />}
      disabled={disabled}
      closeMenuOnClick={!stays}
      onClick={onSelect}
    >
      {children}
    </MantineMenu.Item>
  )
}

export interface MenuLinkProps {
  icon?: IconName
  /** An address of this product. */
  to: string
  /** Not a page of the interface: opens in a new tab. */
  newWindow?: boolean
  children: ReactNode
}

/** A link in a menu. */
export function MenuLink({ icon, to, newWindow = false, children }: MenuLinkProps) {
  const leftSection = icon && <Icon name={icon} />
  if (newWindow)
    return (
      <MantineMenu.Item component="a" href={to} target="_blank" rel="noreferrer" leftSection={leftSection}>
        {children}
      </MantineMenu.Item>
    )
  return (
    <MantineMenu.Item component={Link} to={to} leftSection={leftSection}>
      {children}
    </MantineMenu.Item>
  )
}

export interface MenuChoicesProps<V extends string> {
  label?: string
  value: V
  options: readonly { value: V; label: string; lang?: string }[]
  onChange: (value: V) => void
}

/** A radio group in a menu; the menu stays open. */
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

export interface MenuCheckProps {
  icon?: IconName
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
}

/** A checkbox in a menu; the menu stays open. */
export function MenuCheck({ icon, checked, disabled = false, onChange, children }: MenuCheckProps) {
  return (
    <MantineMenu.CheckboxItem
      checked={checked}
      disabled={disabled}
      onChange={onChange}
      checkIcon={<Icon name="check" />}
      classNames={{ item: css.item ?? '', itemIndicator: css.indicator ?? '' }}
    >
      {icon ? <Named icon={icon}>{children}</Named> : children}
    </MantineMenu.CheckboxItem>
  )
}

/** A checkbox entry has no slot for an icon. */
const Named = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <span className={css.named}>
    <Icon name={icon} className={css.section} />
    {children}
  </span>
)

/** The heading of a user menu. */
export function MenuHead({ children }: { children: ReactNode }) {
  return <div className={css.head}>{children}</div>
}

/** The last entries, which stay visible while the others scroll. */
export function MenuFoot({ children }: { children: ReactNode }) {
  return (
    <div role="none" className={css.foot}>
      <MantineMenu.Divider />
      {children}
    </div>
  )
}

export function MenuRule() {
  return <MantineMenu.Divider />
}
