/** Brings an element into sight and puts the keyboard there; nothing happens when there is none of that id. */
export function jumpTo(id: string): void {
  const element = document.getElementById(id);
  if (element === null) return;
  element.scrollIntoView({ block: 'start' });
  element.focus({ preventScroll: true });
}
