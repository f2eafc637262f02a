export declare function isBuildCurrent(): boolean;
export declare function requireCurrentBuild(): void;
export declare function writeBuildStamp(): void;
