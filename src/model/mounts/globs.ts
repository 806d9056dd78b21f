// Globs of a config, as globby reads them: one that matches a folder stands for all that is in it, `!` in front takes out.
import picomatch from 'picomatch';

/** True for the paths that globs match. */
export function globTest(globs: readonly string[]): (path: string) => boolean {
  const isMatch = (list: readonly string[]) => {
    const test = picomatch([...list], { dot: true });
    return list.length === 0 ? () => false : (path: string) => withFolders(path).some((one) => test(one));
  };
  const isTaken = isMatch(globs.filter((glob) => !glob.startsWith('!')).map(plain));
  const isOut = isMatch(globs.filter((glob) => glob.startsWith('!')).map((glob) => plain(glob.slice(1))));
  return (path) => isTaken(path) && !isOut(path);
}

const plain = (glob: string) => glob.replace(/^\.?\//, '').replace(/\/$/, '');

/** A path, and those of the folders that it is in. */
function withFolders(path: string): string[] {
  const paths = [path];
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) paths.push(path.slice(0, end));
  return paths;
}
