import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';

const SHIPPED = globSync('{nodes,credentials}/**/*.ts').toSorted();
const NODE = 'nodes/DataPlatform';

/** The folders from the bottom to the top. Code imports only from its own folder and from those below. */
const FLOORS = [
	[`${NODE}/helpers/`],
	[`${NODE}/transport/`, `${NODE}/parameters/`],
	[`${NODE}/actions/`],
	[`${NODE}/`, 'credentials/'],
];

/** The files that a shipped file imports, those of types included. */
function importsOf(file: string): string[] {
	const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'));
	const own = importedFiles.filter(({ fileName }) => fileName.startsWith('.'));
	return own.map(({ fileName }) => `${normalize(join(dirname(file), fileName))}.ts`);
}

const folderOf = (file: string) => FLOORS.flat().find((folder) => file.startsWith(folder))!;
const floorOf = (file: string) => FLOORS.findIndex((folders) => folders.includes(folderOf(file)));

/** Returns the first circle of imports that leads from a file back to it. */
function findCircle(file: string, path: string[] = [], done = new Set<string>()): string[] {
	if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
	if (done.has(file)) return [];
	for (const imported of importsOf(file)) {
		const circle = findCircle(imported, [...path, file], done);
		if (circle.length > 0) return circle;
	}
	done.add(file);
	return [];
}

test('no import leads to a higher folder, or to the one next to it', () => {
	const wrong = SHIPPED.flatMap((file) =>
		importsOf(file)
			.filter((imported) => folderOf(imported) !== folderOf(file))
			.filter((imported) => floorOf(imported) >= floorOf(file))
			.map((imported) => `${file} imports ${imported}`),
	);

	expect(wrong).toEqual([]);
});

test('no imports form a circle', () => {
	const done = new Set<string>();

	expect(SHIPPED.flatMap((file) => findCircle(file, [], done))).toEqual([]);
});

test('no operation imports another, and no policy of requests another', () => {
	const isOperation = (file: string) => file.endsWith('.operation.ts');
	// A policy is a function from one Send to another.
	const isPolicy = (file: string) => readFileSync(file, 'utf8').includes('send: Send');
	const wrong = [isOperation, isPolicy].flatMap((isOfKind) =>
		SHIPPED.filter(isOfKind).flatMap((file) => {
			const others = importsOf(file).filter(isOfKind);
			return others.map((imported) => `${file} imports ${imported}`);
		}),
	);

	expect(wrong).toEqual([]);
});
