interface Props {
  readonly text: string;
  /** A name in the text. */
  readonly name: string;
}

/** A name that is written from right to left does not turn the rest of the sentence around. */
export function Sentence({ text, name }: Props) {
  const at = text.indexOf(name);
  if (at === -1) return <>{text}</>;
  return (
    <>
      {text.slice(0, at)}
      <bdi>{name}</bdi>
      {text.slice(at + name.length)}
    </>
  );
}
