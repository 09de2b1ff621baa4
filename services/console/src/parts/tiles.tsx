import type { ComponentChildren } from 'preact';

export interface Tile {
  readonly label: string;
  readonly value: ComponentChildren;
  readonly note?: ComponentChildren | undefined;
}

/** The few numbers that matter most, side by side. */
export function Tiles({ tiles }: { readonly tiles: readonly Tile[] }) {
  return (
    <dl class="tiles card">
      {tiles.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <strong>{value}</strong>
            {note !== undefined && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
