interface Props {
  readonly ids: readonly string[];
  /** By id, as far as they are known. */
  readonly names: ReadonlyMap<string, string>;
  /** Where each of them has its screen. */
  readonly addressOf: (id: string) => string;
}

/** Resources that another one names by their ids. */
export function NamedLinks({ ids, names, addressOf }: Props) {
  return (
    <ul class="codes">
      {ids.map((id) => (
        <li key={id}>
          <a href={addressOf(id)} dir="auto">
            {names.get(id) ?? id}
          </a>
        </li>
      ))}
    </ul>
  );
}
