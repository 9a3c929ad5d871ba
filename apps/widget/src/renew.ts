/** Replaces only the children that differ, so that a selection and what is unfolded stay. */
export function renew(parent: Element, children: Node[]): void {
  children.forEach((child, index) => {
    const old = parent.childNodes[index]
    if (!old) parent.append(child)
    else if (!old.isEqualNode(child)) old.replaceWith(child)
  })
  while (parent.childNodes.length > children.length) parent.lastChild?.remove()
}
